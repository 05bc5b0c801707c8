import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { programFile } from '../program-file.ts';
import type { OpenOptions } from './open-database.ts';

/** A few megabytes of log, as a rule. */
const EVERY_TRANSACTIONS = 100;
/** Pages of log at which SQLite does it within a commit after all: more than the thread lets it have. */
const AT_THE_LATEST_PAGES = 20_000;

/**
 * Brings the write-ahead log into the database on a thread of its own. Within a commit, where SQLite does it by itself,
 * it waits for the disk and was seen to keep every timer of the daemon for a second.
 */
export class Checkpoints {
  readonly #options: OpenOptions;
  #thread: Worker | null = null;
  #transactions = 0;
  /** Until what the thread was asked for is done, or the thread is gone. */
  #atWork: Promise<void> | null = null;
  #rested = () => {};
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
    if (this.#transactions < EVERY_TRANSACTIONS || this.#atWork !== null || this.#closed) return;
    this.#transactions = 0;
    this.#thread ??= this.#start();
    this.#atWork = new Promise((resolve) => {
      this.#rested = () => {
        this.#atWork = null;
        resolve();
      };
    });
    this.#thread.postMessage('checkpoint');
  }

  /**
   * Asks for no more. Resolves when the thread is gone, after what it was asked for: ended while it still loads SQLite, it
   * was seen to take the whole process with it.
   */
  async close(): Promise<void> {
    this.#closed = true;
    // Now it must: nothing else may be left that keeps the process.
    this.#thread?.ref();
    await this.#atWork;
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(programFile('checkpoint-thread', './store/checkpoint-thread.ts'), {
      workerData: this.#options,
    });
    thread.on('message', () => this.#rested());
    // It must not keep the process, which listening to it does.
    thread.unref();
    // One that could not start or died is started again when there is as much to do again.
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#thread = null;
      this.#rested();
    });
    return thread;
  }
}
