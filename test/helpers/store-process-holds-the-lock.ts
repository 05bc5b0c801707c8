import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Holds the write lock of a database until it is told what to do with it. */
const file = process.argv[2] ?? '';
const database = new Database(file);
database.exec('BEGIN IMMEDIATE');
process.send?.('locked');
const [word] = (await once(process, 'message')) as [string];
switch (word) {
  case 'release':
    break;
  case 'release once my parent keeps trying': {
    while (!parentHasOpen(file));
    const before = parentTicks();
    while (parentTicks() < before + 2);
    break;
  }
  case 'become newer once my parent has it open':
    database.pragma('user_version = 99');
    while (!parentHasOpen(`${file}-shm`));
    break;
  default:
    throw new Error(`unknown word: ${word}`);
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

/** Processor time that the parent has used, in clock ticks. */
function parentTicks(): number {
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return Number(user) + Number(system);
}
