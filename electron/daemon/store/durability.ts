import type Database from 'better-sqlite3';
import { LogSync } from './log-sync.ts';

/** As `PRAGMA synchronous` answers it. */
const FULL = 2;

/**
 * How a transaction gets to the disk, and when it is there: it is committed without the disk, which is asked after it, so
 * that timers, input and the workers of others do not wait. A disk that has once refused is asked by SQLite within each
 * commit until it obeys: what it does not take then is undone.
 *
 * A database that was opened below `synchronous = FULL` is never asked for.
 */
export class Durability {
  readonly #database: Database.Database;
  readonly #log: LogSync;
  readonly #asks: boolean;
  #level: 'FULL' | 'NORMAL' = 'FULL';
  #hasRefused = false;

  /**
   * @param refused Called with what the disk said when it did not take what is committed.
   */
  constructor(database: Database.Database, refused: (cause: unknown) => void) {
    this.#database = database;
    this.#asks = Number(database.pragma('synchronous', { simple: true })) >= FULL;
    this.#log = new LogSync(`${database.name}-wal`, (cause) => {
      this.#hasRefused = true;
      refused(cause);
    });
  }

  /** To be called before each transaction. */
  begin(): void {
    if (!this.#asks) return;
    const level = this.#hasRefused ? 'FULL' : 'NORMAL';
    if (level === this.#level) return;
    this.#database.pragma(`synchronous = ${level}`);
    this.#level = level;
  }

  /**
   * Asks the disk for the last transaction.
   *
   * @param changed Whether it changed anything; else it may still tell of changes that are on their way to the disk.
   * @returns what resolves once the disk has it, or rejects with what the disk said; null when the disk has it.
   */
  onDisk(changed: boolean): Promise<void> | null {
    if (!this.#asks) return null;
    if (this.#level === 'FULL') {
      this.#hasRefused = false;
      return null;
    }
    return changed ? this.#log.sync() : this.#log.pending();
  }

  /** The disk is asked for the last transaction in a moment. */
  onDiskSoon(): void {
    if (this.#asks && this.#level === 'NORMAL') this.#log.syncSoon();
  }

  /** Waits for the disk here, for all that was asked. To be called before the database is closed. */
  close(): void {
    this.#log.close();
  }
}
