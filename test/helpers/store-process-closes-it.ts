import { Checkpoints } from '../../electron/daemon/store/checkpoints.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';

/** Closes while its log is brought into the database, with nothing else left to do. */
const [, , file = ''] = process.argv;
const options = { file, binding: null };
const database = openDatabase(options);
const checkpoints = new Checkpoints(database, options);
for (let count = 1; count <= 100; count += 1) {
  database.prepare('UPDATE board SET revision = revision + 1').run();
  checkpoints.committed();
}
process.disconnect();
await checkpoints.close();
database.close();
