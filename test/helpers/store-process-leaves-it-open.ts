import { once } from 'node:events';
import { writtenLog } from './written-log.ts';

/** Has its log brought into the database, and comes to its end without closing anything once it is told to. */
const [, , file = ''] = process.argv;
writtenLog(file);
await once(process, 'message');
process.disconnect();
