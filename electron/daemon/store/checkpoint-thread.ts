// A thread that brings the write-ahead log into the database each time it is asked to. What keeps it from that (full,
// gone) ends it: it is started again, and in the end SQLite does it within a commit, which tells what is wrong.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { OpenOptions } from './open-database.ts';

/** A log that nobody lets come to its end is begun anew from here on, for which writers are kept out. */
const LONG_LOG_PAGES = 8_000;
/** Whoever writes without a pause leaves gaps, but few. */
const TRIES = 20;
const BETWEEN_TRIES_MS = 1;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const { file, binding } = workerData as OpenOptions;

parentPort?.on('message', () => {
  checkpoint();
  parentPort?.postMessage('done');
});

function checkpoint(): void {
  const database = new Database(file, {
    fileMustExist: true,
    ...(binding !== null && { nativeBinding: binding }),
  });
  try {
    database.pragma('synchronous = FULL');
    database.pragma('checkpoint_fullfsync = ON');
    if (bringIn(database, 'PASSIVE').log >= LONG_LOG_PAGES) beginAnew(database);
  } finally {
    database.close();
  }
}

/**
 * A log is used from its beginning again once all of it was brought in. Beside somebody who writes without a pause that
 * never comes: it would grow until SQLite brings it in within a commit. So writers are kept out for the last of it.
 */
function beginAnew(database: Database.Database): void {
  // What came in since, while nobody has to wait for it.
  bringIn(database, 'PASSIVE');
  // Else writers would also be kept out for as long as somebody reads.
  database.pragma('busy_timeout = 0');
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (bringIn(database, 'RESTART').busy === 0) return;
    Atomics.wait(NEVER_WOKEN, 0, 0, BETWEEN_TRIES_MS);
  }
}

interface BroughtIn {
  /** 1 when somebody was in the way. */
  readonly busy: 0 | 1;
  /** Pages in the log; -1 while somebody else brings it in. */
  readonly log: number;
}

function bringIn(database: Database.Database, mode: 'PASSIVE' | 'RESTART'): BroughtIn {
  const [result] = database.pragma(`wal_checkpoint(${mode})`) as [BroughtIn];
  return result;
}
