import Database from 'better-sqlite3';
import { LogSync } from './log-sync.ts';

/** As `PRAGMA synchronous` answers it. */
const FULL = 2;

/**
 * How a transaction gets to the disk, and when it is there: it is committed without the disk, which is asked after it, so
 * that timers, input and the workers of others do not wait. Where the disk is quick and everybody who wrote waits for it
 * anyway, SQLite asks within the commit: nobody sees what may still be lost, and daemons that write at the same moment
 * do not have the disk take twice as long for each of them.
 *
 * What is committed cannot be taken back when the disk refuses it, and after a refusal no later answer can be trusted:
 * systems forget what they could not write. So the whole log is brought into the database, which asks the disk anew for
 * all of it. Until that succeeds the refusal is told, and SQLite itself asks within each commit (`synchronous = FULL`)
 * and undoes what the disk does not take.
 *
 * A database that was opened below `synchronous = FULL` is never asked for; one without a write-ahead log is left to
 * SQLite.
 */
export class Durability {
  readonly #database: Database.Database;
  readonly #told: (cause: unknown) => void;
  readonly #log: LogSync | null;
  #level: 'FULL' | 'NORMAL' = 'FULL';
  #committingAt = 0;
  #refusal: { readonly cause: unknown } | null = null;

  /**
   * @param told Called with what the disk said when what is committed would not outlive a loss of power.
   */
  constructor(database: Database.Database, told: (cause: unknown) => void) {
    this.#database = database;
    this.#told = told;
    const isAsked = Number(database.pragma('synchronous', { simple: true })) >= FULL;
    const hasLog = database.pragma('journal_mode', { simple: true }) === 'wal';
    this.#log =
      isAsked && hasLog
        ? new LogSync(`${pathOf(database)}-wal`, (cause) => this.#refused(cause))
        : null;
  }

  /** The disk has refused something, and does not have it yet. */
  get hasRefused(): boolean {
    return this.#refusal !== null;
  }

  /**
   * To be called before each transaction.
   *
   * @param everybodyWaits No write of it is acknowledged before the disk has it.
   */
  begin(everybodyWaits: boolean): void {
    if (this.#log === null) return;
    const within = this.hasRefused || (everybodyWaits && this.#log.isQuick);
    this.#setLevel(within ? 'FULL' : 'NORMAL');
  }

  /** To be called when everything is written, right before the commit. */
  committing(): void {
    this.#committingAt = performance.now();
  }

  /** To be called right after the commit. */
  committed(changed: boolean): void {
    if (changed && this.#level === 'FULL' && !this.hasRefused) {
      this.#log?.answeredIn(performance.now() - this.#committingAt);
    }
  }

  /** To be called with what a transaction was undone for. */
  undone(cause: unknown): void {
    if (this.#log !== null && isRefusal(cause)) this.#refused(cause);
  }

  /**
   * Asks the disk for the last transaction.
   *
   * @param changed Whether it changed anything; else it may still tell of changes that are on their way to the disk.
   * @returns what resolves once the disk has it, or it was told that it has not; null when there is nothing to wait for.
   */
  onDisk(changed: boolean): Promise<void> | null {
    if (this.#log === null) return null;
    if (this.#refusal !== null) {
      this.#refused(this.#refusal.cause);
      return null;
    }
    if (changed && this.#level === 'FULL') return null;
    return changed ? this.#log.sync() : this.#log.pending();
  }

  /** The disk is asked for the last transaction in a moment. */
  onDiskSoon(): void {
    if (this.#refusal !== null) this.#refused(this.#refusal.cause);
    else this.#log?.syncSoon();
  }

  /** Waits for the disk here, for all that was asked. To be called before the database is closed. */
  close(): void {
    this.#log?.close();
  }

  #refused(cause: unknown): void {
    this.#refusal = { cause };
    if (this.#bringIntoDatabase()) this.#refusal = null;
    else this.#told(cause);
  }

  /** Whether the database has all of the log, and the disk all of the database. */
  #bringIntoDatabase(): boolean {
    try {
      this.#setLevel('FULL');
      const [result] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      return result?.busy === 0;
    } catch {
      return false;
    }
  }

  #setLevel(level: 'FULL' | 'NORMAL'): void {
    if (level === this.#level) return;
    this.#database.exec(`PRAGMA synchronous = ${level}`);
    this.#level = level;
  }
}

/** SQLite asked within a commit. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && cause.code === 'SQLITE_IOERR_FSYNC';
}

/** SQLite keeps its log beside the file itself, where the path that was opened may be a link to it. */
function pathOf(database: Database.Database): string {
  const [main] = database.pragma('database_list') as { file: string }[];
  return main?.file ?? database.name;
}
