import { statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { StoppedClock } from '../helpers/stopped-clock.ts';
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
let refusals: boolean[];
beforeEach(() => {
  folder = temporaryFolder('durability');
  const file = path.join(folder.path, 'fleetboard.db');
  commits = 0;
  failures = [];
  refusals = [];
  own = openDatabase({ file, binding: null });
  own.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)');
  own.pragma('wal_autocheckpoint = 0');
  disk = new WatchedDisk(file, folder.path);
  connection = new Connection(own, {
    onCommit({ refused }) {
      commits += 1;
      refusals.push(refused);
    },
    onFailure: (error) => failures.push(error),
  });
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
  it('everything is found that was acknowledged, at the moment of each acknowledgement', async () => {
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

  it('a claim that somebody is told of is found', async () => {
    await connection.writeAheadOfDisk(note('claimed'));
    await connection.write(() => null);
    expect(disk.find(NOTES)).toEqual(['claimed']);
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
  /** A reader keeps the log from being brought into the database. */
  const block = () => other.exec('BEGIN; SELECT * FROM notes');
  const unblock = () => other.exec('COMMIT');

  it('is asked anew for everything, by way of the database, before anybody is told', async () => {
    disk.refuse(refusal);
    const refused = connection.write(note('refused'));
    const asked = disk.nextQuestion();
    await asked;
    await refused;
    expect(failures).toEqual([]);
    disk.refuse(null);
    await connection.write(note('after'));
    expect(disk.find(NOTES)).toEqual(['after', 'refused']);
    expect(refusals).toEqual([false, false]);
  });

  it('is told of to the board where that fails too, and what is committed is followed', async () => {
    block();
    disk.refuse(refusal);
    expect(await connection.write(note('unsure'))).toBe(1);
    expect(failures).toMatchObject([{ problem: { code: 'database_not_on_disk' } }]);
  });

  it('is told of even where nobody waits', async () => {
    block();
    disk.refuse(refusal);
    const asked = disk.nextQuestion();
    await connection.writeAheadOfDisk(note('unsure'));
    await asked;
    expect(failures).toMatchObject([{ problem: { code: 'database_not_on_disk' } }]);
  });

  it('is asked within each commit until it has everything, whatever it says meanwhile', async () => {
    block();
    disk.refuse(refusal);
    await connection.write(note('unsure'));
    disk.refuse(null);
    const levels: number[] = [];
    await connection.writeUnsynced(() => levels.push(level()));
    await connection.write(() => levels.push(level()));
    await connection.write(note('unsure too'));
    unblock();
    await connection.write(() => levels.push(level()));
    await connection.write(note('sure'));
    await connection.write(() => levels.push(level()));
    expect(levels).toEqual([FULL, FULL, FULL, NORMAL]);
    expect(refusals).toEqual([false, true, false]);
    expect(disk.find(NOTES)).toEqual(['sure', 'unsure', 'unsure too']);
  });
});

describe('a quick disk', () => {
  let clock: StoppedClock;
  beforeEach(async () => {
    clock = new StoppedClock();
    disk.answerQuickly();
    await connection.write(note('first'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is asked within the commit of those who wait for it', async () => {
    const levels: number[] = [];
    const asked = disk.questions;
    await connection.write(() => levels.push(level()));
    await Promise.all([connection.write(note('one')), connection.write(note('two'))]);
    expect(levels).toEqual([FULL]);
    expect(disk.questions).toBe(asked);
    expect(seenByOthers()).toEqual(['first', 'one', 'two']);
  });

  it('is asked after a commit that somebody goes on from', async () => {
    const levels: number[] = [];
    const look = () => levels.push(level());
    const queued = connection.write(note('queued'));
    await Promise.all([queued, connection.writeAheadOfDisk(look), connection.write(look)]);
    await connection.writeUnsynced(look);
    expect(levels).toEqual([NORMAL, NORMAL, NORMAL]);
    expect(disk.find(NOTES)).toEqual(['first', 'queued']);
  });

  it('is asked on a thread again once it was slow twice', async () => {
    const levels: number[] = [];
    clock.everyLookTakesMs = 2;
    for (const text of ['one', 'two', 'three']) {
      await connection.write(() => {
        levels.push(level());
        return note(text)();
      });
    }
    expect(levels).toEqual([FULL, FULL, NORMAL]);
  });

  it('that refuses within a commit is asked anew for everything that was committed before', async () => {
    await connection.writeUnsynced(note('before'));
    expect(disk.find(NOTES)).toEqual(['first']);
    const refused = connection.write(() => {
      note('refused')();
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
    });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'database_unwritable' } });
    expect(statSync(path.join(folder.path, 'fleetboard.db-wal')).size).toBe(0);
    expect(seenByOthers()).toEqual(['before', 'first']);
  });
});

describe('the log of a database', () => {
  it('is found beside the file itself where a link to it was opened', async () => {
    const link = path.join(folder.path, 'link.db');
    symlinkSync(path.join(folder.path, 'fleetboard.db'), link);
    const linked = new Connection(openDatabase({ file: link, binding: null }));
    await linked.write(() => linked.run(`INSERT INTO notes (text) VALUES ('linked')`));
    expect(disk.find(NOTES)).toEqual(['linked']);
    linked.close();
  });

  it('is left to SQLite where there is none', async () => {
    const plain = new Database(path.join(folder.path, 'plain.db'));
    plain.exec('CREATE TABLE notes (text TEXT PRIMARY KEY)');
    const left = new Connection(plain);
    const level = await left.write(() => {
      left.run(`INSERT INTO notes (text) VALUES ('plain')`);
      return plain.pragma('synchronous', { simple: true });
    });
    expect(level).toBe(FULL);
    expect(disk.questions).toBe(0);
    left.close();
  });
});
