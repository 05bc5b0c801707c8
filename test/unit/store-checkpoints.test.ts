import { closeSync, copyFileSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Checkpoints } from '../../electron/daemon/store/checkpoints.ts';
import { Connection } from '../../electron/daemon/store/connection.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { StoreBench } from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';
import { StoreProcess } from '../helpers/store-process.ts';
import { writtenLog } from '../helpers/written-log.ts';

let bench: StoreBench<SqliteDatabaseUnderTest>;
let file: string;
beforeEach(() => {
  bench = new StoreBench(sqliteDatabase);
  file = bench.database.file;
});
afterEach(() => bench.database.remove());

async function enqueueOneByOne(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await bench.queued('spawn');
}

/** How many tasks are in the database itself, without its log. */
const inTheFile = () => readWithoutLog('SELECT count(*) FROM dispatch_tasks');
const revisionInTheFile = () => readWithoutLog('SELECT revision FROM board');

/** What SQLite writes to its log for a page of 4 KB. */
const PAGE_IN_LOG_BYTES = 4_096 + 24;

/** As the header of the log counts it. */
function timesBegunAnew(log: number): number {
  const count = Buffer.alloc(4);
  readSync(log, count, { position: 12 });
  return count.readUInt32BE();
}

function readWithoutLog(sql: string): number {
  const copy = path.join(path.dirname(file), 'copy.db');
  copyFileSync(file, copy);
  const database = new Database(copy, { readonly: true });
  try {
    return Number(database.prepare(sql).pluck().get());
  } finally {
    database.close();
  }
}

describe('the write-ahead log', () => {
  it('is brought into the database beside the commits, again and again', async () => {
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(100), 20_000);
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(200), 20_000);
  });

  it('stays the way in while nobody can bring it on: writes go on', async () => {
    const away = path.join(path.dirname(file), 'away.db');
    renameSync(file, away);
    await enqueueOneByOne(250);
    renameSync(away, file);
    let isBroughtIn = false;
    // It is asked anew by later writes only, and what it brings in beside them is no whole without the log. With many
    // more of them SQLite would do it.
    for (let rounds = 0; rounds < 8 && !isBroughtIn; rounds += 1) {
      await enqueueOneByOne(100);
      isBroughtIn = await vi
        .waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(250), 2_000)
        .then(
          () => true,
          () => false,
        );
    }
    expect(isBroughtIn).toBe(true);
  });

  it('is begun anew beside somebody who writes without a pause', async () => {
    const options = { file, binding: null };
    const database = openDatabase(options);
    const checkpoints = new Checkpoints(database, options);
    // So that no commit does it.
    database.pragma('wal_autocheckpoint = 0');
    const connection = new Connection(database, { onCommit: () => checkpoints.committed() });
    const write = async (count: number) => {
      for (let written = 0; written < count; written += 1) {
        await connection.writeUnsynced(() =>
          connection.run('UPDATE board SET revision = revision + 1'),
        );
      }
    };
    const log = openSync(`${file}-wal`, 'r');
    let isBegunAnew = false;
    for (let written = 0; written < 100_000 && !isBegunAnew; written += 100) {
      const before = timesBegunAnew(log);
      await write(100);
      await turn();
      const isLong = fstatSync(log).size > 5_000 * PAGE_IN_LOG_BYTES;
      isBegunAnew = isLong && timesBegunAnew(log) > before;
    }
    closeSync(log);
    await checkpoints.close();
    connection.close();
    expect(isBegunAnew).toBe(true);
  });

  it('is brought in to the end when the store is closed meanwhile: a thread that is ended while it starts ends the process', async () => {
    const { database, checkpoints } = writtenLog(file);
    await checkpoints.close();
    // While it is open, nothing but the thread brings the log in.
    const revision = revisionInTheFile();
    database.close();
    expect(revision).toBe(100);
  });

  it('is brought in to the end although nothing else is left to do', async () => {
    const other = new StoreProcess('closes-it', file);
    onTestFinished(() => other.end());
    // 13: what was waited for can never come.
    expect(await other.ended()).toBe(0);
    expect(revisionInTheFile()).toBe(100);
  });

  it('does not keep a process that has come to its end', async () => {
    const other = new StoreProcess('leaves-it-open', file);
    onTestFinished(() => other.end());
    await vi.waitFor(() => expect(revisionInTheFile()).toBe(100), 20_000);
    const ended = other.ended();
    other.tell('end');
    expect(await ended).toBe(0);
  });
});
