import { copyFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Checkpoints } from '../../electron/daemon/store/checkpoints.ts';
import { openDatabase } from '../../electron/daemon/store/open-database.ts';
import { StoreBench } from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';

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
    await enqueueOneByOne(100);
    await vi.waitFor(() => expect(inTheFile()).toBeGreaterThanOrEqual(250), 20_000);
  });

  it('is brought in to the end when the store is closed meanwhile: a thread that is ended while it starts ends the process', async () => {
    const options = { file, binding: null };
    const database = openDatabase(options);
    const checkpoints = new Checkpoints(database, options);
    for (let count = 1; count <= 100; count += 1) {
      database.prepare('UPDATE board SET revision = revision + 1').run();
      checkpoints.committed();
    }
    await checkpoints.close();
    // While it is open, nothing but the thread brings the log in.
    const revision = readWithoutLog('SELECT revision FROM board');
    database.close();
    expect(revision).toBe(100);
  });
});
