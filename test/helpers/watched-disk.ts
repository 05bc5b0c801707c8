import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Database from 'better-sqlite3';

const real = { fdatasync: fs.fdatasync, fdatasyncSync: fs.fdatasyncSync };

/** Longer than what is called quick. */
const ANSWER_MS = 2;

/**
 * A slow disk under a database, as it would be found after a loss of power: what is written is there only once the disk was
 * asked for it. Questions can be kept waiting, and refused. SQLite itself asks for nothing while it neither checkpoints
 * nor runs at `synchronous = FULL`, so every question comes by here.
 */
export class WatchedDisk {
  readonly #file: string;
  readonly #found: string;
  #questions = 0;
  #waiting: (() => void)[] | null = null;
  #refusal: Error | null = null;
  #asked = () => {};
  #isWatched = true;
  #isQuick = false;

  /**
   * @param file The database, as it is on the disk now.
   * @param folder Where what would be found is kept.
   */
  constructor(file: string, folder: string) {
    this.#file = file;
    this.#found = path.join(folder, 'found.db');
    this.#keep(this.#log());
    fs.fdatasync = ((descriptor: number, done: (error: Error | null) => void) => {
      const log = this.#log();
      this.#ask(() => {
        if (this.#refusal !== null) return done(this.#refusal);
        real.fdatasync(descriptor, (error) => {
          this.#takeTime();
          this.#keep(log);
          done(error);
        });
      });
    }) as typeof fs.fdatasync;
    fs.fdatasyncSync = (descriptor) => {
      if (this.#refusal !== null) throw this.#refusal;
      this.#questions += 1;
      real.fdatasyncSync(descriptor);
      this.#takeTime();
      this.#keep(this.#log());
    };
    syncBuiltinESMExports();
  }

  /** How often it was asked. */
  get questions(): number {
    return this.#questions;
  }

  /** Resolves when it is asked the next time. */
  nextQuestion(): Promise<void> {
    return new Promise((resolve) => {
      this.#asked = resolve;
    });
  }

  /** Keeps questions waiting until `goOn`. */
  pause(): void {
    this.#waiting = [];
  }

  goOn(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const question of waiting) question();
  }

  /** From now on it takes no time of its own. */
  answerQuickly(): void {
    this.#isQuick = true;
  }

  refuse(refusal: Error | null): void {
    this.#refusal = refusal;
  }

  /** What a query finds after a loss of power at this moment. */
  find(sql: string): unknown[] {
    const copy = `${this.#found}-opened`;
    // What was brought into the database has been asked for by SQLite itself.
    fs.copyFileSync(this.#file, copy);
    fs.copyFileSync(`${this.#found}-wal`, `${copy}-wal`);
    const database = new Database(copy);
    try {
      return database.prepare(sql).pluck().all();
    } finally {
      database.close();
    }
  }

  restore(): void {
    this.#isWatched = false;
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }

  #ask(answer: () => void): void {
    this.#questions += 1;
    this.#asked();
    if (this.#waiting === null) answer();
    else this.#waiting.push(answer);
  }

  #takeTime(): void {
    const until = performance.now() + (this.#isQuick ? 0 : ANSWER_MS);
    while (performance.now() < until);
  }

  #log(): Buffer {
    const log = `${this.#file}-wal`;
    return fs.existsSync(log) ? fs.readFileSync(log) : Buffer.alloc(0);
  }

  #keep(log: Buffer): void {
    // A question may be answered after the end of whoever asked it.
    if (!this.#isWatched) return;
    fs.writeFileSync(`${this.#found}-wal`, log);
  }
}
