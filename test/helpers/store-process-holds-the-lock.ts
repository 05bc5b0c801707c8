import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Holds the write lock of a database until it is told what to do with it. */
const file = process.argv[2] ?? '';
const database = new Database(file);
database.exec('BEGIN IMMEDIATE');
process.send?.('locked');
const [word] = (await once(process, 'message')) as [string];
if (word === 'become newer once my parent has it open') {
  database.pragma('user_version = 99');
  while (!parentHasOpen(`${file}-shm`));
}
database.exec('COMMIT');
database.close();
process.send?.('released', () => process.disconnect());

function parentHasOpen(path: string): boolean {
  const folder = `/proc/${process.ppid}/fd`;
  return readdirSync(folder).some((descriptor) => {
    try {
      return readlinkSync(`${folder}/${descriptor}`) === path;
    } catch {
      // It was closed while we looked.
      return false;
    }
  });
}
