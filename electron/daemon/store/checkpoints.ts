import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { programFile } from '../program-file.ts';
import type { OpenOptions } from './open-database.ts';

/** A few megabytes of log, as a rule. */
const EVERY_TRANSACTIONS = 100;
/** Pages of log at which SQLite does it within a commit after all. */
const AT_THE_LATEST_PAGES = 10_000;

/**
 * Brings the write-ahead log into the database on a thread of its own. Within a commit, where SQLite does it by itself,
 * it waits for the disk and was seen to keep every timer of the daemon for a second.
 */
export class Checkpoints {
  readonly #options: OpenOptions;
  #thread: Worker | null = null;
  #transactions = 0;
  #isAtWork = false;
  #closed = false;

  /**
   * @param database The connection whose commits are to leave it to the thread.
   */
  constructor(database: Database.Database, { file, binding }: OpenOptions) {
    this.#options = { file, binding };
    database.pragma(`wal_autocheckpoint = ${AT_THE_LATEST_PAGES}`);
  }

  /** A transaction has changed something. */
  committed(): void {
    this.#transactions += 1;
    if (this.#transactions < EVERY_TRANSACTIONS || this.#isAtWork || this.#closed) return;
    this.#transactions = 0;
    this.#isAtWork = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage('checkpoint');
  }

  /** To be called before the connection is closed. */
  close(): void {
    this.#closed = true;
    void this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(programFile('checkpoint-thread', './store/checkpoint-thread.ts'), {
      workerData: this.#options,
    });
    // It must not keep the process.
    thread.unref();
    thread.on('message', () => {
      this.#isAtWork = false;
    });
    // One that could not start or died is started again when there is as much to do again.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#thread = null;
      this.#isAtWork = false;
    });
    return thread;
  }
}
