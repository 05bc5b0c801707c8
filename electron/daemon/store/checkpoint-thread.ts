// A thread that brings the write-ahead log into the database each time it is asked to. What keeps it from that (locked,
// full, gone) ends it: it is started again, and in the end SQLite does it within a commit, which tells what is wrong.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { OpenOptions } from './open-database.ts';

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
    database.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    database.close();
  }
}
