import { once } from 'node:events';
import { Checkpoints } from '../../electron/daemon/store/checkpoints.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';

/** Has its log brought into the database, and comes to its end without closing anything once it is told to. */
const [, , file = ''] = process.argv;
const options = { file, binding: null };
const database = openDatabase(options);
const checkpoints = new Checkpoints(database, options);
for (let count = 1; count <= 100; count += 1) {
  database.prepare('UPDATE board SET revision = revision + 1').run();
  checkpoints.committed();
}
process.send?.('written');
await once(process, 'message');
process.disconnect();
