import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PatientWrites } from '../../electron/daemon/dispatcher/patient-writes.ts';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { NotOnDisk } from '../../electron/daemon/store/not-on-disk.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { WatchedDisk } from '../helpers/watched-disk.ts';

const NORMAL = 1;
const FULL = 2;

let folder: ReturnType<typeof temporaryFolder>;
let own: Database.Database;
let other: Database.Database;
let disk: WatchedDisk;
let connection: Connection;
let commits: number;
let failures: unknown[];
beforeEach(() => {
  folder = temporaryFolder('durability');
  const file = path.join(folder.path, 'fleetboard.db');
  commits = 0;
  failures = [];
  own = openDatabase({ file, binding: null });
  own.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)');
  own.pragma('wal_autocheckpoint = 0');
  disk = new WatchedDisk(file, folder.path);
  connection = new Connection(
    own,
    () => {
      commits += 1;
    },
    (error) => failures.push(error),
  );
  other = new Database(file);
});
afterEach(() => {
  disk.refuse(null);
  disk.goOn();
  connection.close();
  disk.restore();
  other.close();
  folder.remove();
});

const NOTES = 'SELECT text FROM notes ORDER BY text';
const note = (text: string) => () =>
  connection.run('INSERT OR IGNORE INTO notes (text) VALUES (@text)', { text });
const seenByOthers = () => other.prepare(NOTES).pluck().all();
const level = () => Number(own.pragma('synchronous', { simple: true }));
const isSettled = async (promise: Promise<unknown>) => {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
};

describe('after a loss of power', () => {
  it('everything is found that was acknowledged, whenever it happens', async () => {
    const lost: string[] = [];
    const writeAll = async (writer: number) => {
      for (let turn = 0; turn < 20; turn += 1) {
        const text = `${writer}-${turn}`;
        if (turn % 5 === writer) await connection.writeUnsynced(note(`unsynced ${text}`));
        await connection.write(note(text));
        if (!disk.find(NOTES).includes(text)) lost.push(text);
      }
    };
    await Promise.all([0, 1, 2, 3, 4].map(writeAll));
    expect(lost).toEqual([]);
    expect(seenByOthers()).toHaveLength(120);
  });

  it('what nobody had to wait for is found a moment later', async () => {
    const asked = disk.nextQuestion();
    await connection.writeAheadOfDisk(note('claimed'));
    expect(disk.questions).toBe(0);
    await asked;
    await connection.write(() => null);
    expect(disk.find(NOTES)).toEqual(['claimed']);
  });

  it('what means nothing then is not asked for, but never survives alone', async () => {
    await connection.writeUnsynced(note('first'));
    await connection.writeUnsynced(note('second'));
    expect(disk.questions).toBe(0);
    expect(disk.find(NOTES)).toEqual([]);
    await connection.write(note('third'));
    expect(disk.find(NOTES)).toEqual(['first', 'second', 'third']);
  });

  it('what was written at the moment of the end is found', async () => {
    disk.pause();
    const asked = disk.nextQuestion();
    const waiting = connection.write(note('waiting'));
    await asked;
    const late = connection.write(note('late'));
    connection.close();
    expect(disk.find(NOTES)).toEqual(['late', 'waiting']);
    disk.goOn();
    await Promise.all([waiting, late]);
  });
});

describe('while the disk takes its time', () => {
  it('what is committed is there for everybody, and its writer waits', async () => {
    disk.pause();
    const asked = disk.nextQuestion();
    const written = connection.write(note('slow'));
    await asked;
    expect(seenByOthers()).toEqual(['slow']);
    expect(commits).toBe(1);
    expect(await isSettled(written)).toBe(false);
    disk.goOn();
    await written;
    expect(disk.find(NOTES)).toEqual(['slow']);
  });

  it('what need not outlive the power goes on', async () => {
    disk.pause();
    const asked = disk.nextQuestion();
    const written = connection.write(note('slow'));
    await asked;
    await connection.writeUnsynced(note('quick'));
    await connection.writeAheadOfDisk(note('quick too'));
    expect(seenByOthers()).toEqual(['quick', 'quick too', 'slow']);
    disk.goOn();
    await written;
  });

  it('it goes on even where it shares its commit with what must', async () => {
    disk.pause();
    const must = connection.write(note('must'));
    await connection.writeUnsynced(note('need not'));
    expect(await isSettled(must)).toBe(false);
    disk.goOn();
    await must;
  });

  it('everything that comes meanwhile shares the next question', async () => {
    disk.pause();
    const asked = disk.nextQuestion();
    const first = connection.write(note('first'));
    await asked;
    const others: Promise<unknown>[] = [];
    for (const text of ['a', 'b', 'c']) {
      others.push(connection.write(note(text)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seenByOthers()).toEqual(['a', 'b', 'c', 'first']);
    disk.goOn();
    await Promise.all([first, ...others]);
    expect(disk.questions).toBe(2);
  });

  it('an answer that tells of what is on its way waits for it too', async () => {
    disk.pause();
    const asked = disk.nextQuestion();
    const first = connection.write(note('same'));
    await asked;
    const second = connection.write(note('same'));
    expect(await isSettled(second)).toBe(false);
    disk.goOn();
    await first;
    expect(await second).toBe(0);
  });
});

describe('a disk that refuses', () => {
  const refusal = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

  it('is told to who waits and to the board, with what was done', async () => {
    disk.refuse(refusal);
    const outcome = await connection.write(note('unsure')).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(NotOnDisk);
    expect(outcome).toMatchObject({ result: 1, problem: { code: 'database_not_on_disk' } });
    expect(failures[0]).toMatchObject({ problem: { code: 'database_not_on_disk' } });
    expect(seenByOthers()).toEqual(['unsure']);
  });

  it('is asked within each commit until it obeys', async () => {
    disk.refuse(refusal);
    await connection.write(note('unsure')).catch(() => {});
    const levels: number[] = [];
    await connection.writeUnsynced(() => levels.push(level()));
    await connection.write(() => levels.push(level()));
    await connection.write(() => levels.push(level()));
    expect(levels).toEqual([FULL, FULL, NORMAL]);
  });

  it('does not make a result be delivered twice: what is written counts', async () => {
    disk.refuse(refusal);
    expect(await new PatientWrites().untilWritten(() => connection.write(note('result')))).toBe(1);
  });

  it('is told even where nobody waits', async () => {
    disk.refuse(refusal);
    const asked = disk.nextQuestion();
    await connection.writeAheadOfDisk(note('unsure'));
    await asked;
    expect(failures).toMatchObject([{ problem: { code: 'database_not_on_disk' } }]);
  });
});
