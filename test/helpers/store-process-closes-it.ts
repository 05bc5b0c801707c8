import { writtenLog } from './written-log.ts';

/** Closes while its log is brought into the database, with nothing else left to do. */
const [, , file = ''] = process.argv;
const { database, checkpoints } = writtenLog(file);
process.disconnect();
await checkpoints.close();
database.close();
