import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** Another process kept the database locked for longer than any transaction of Fleetboard takes. */
export class DatabaseStayedLocked extends Error {
  readonly code = 'database_stayed_locked';
  readonly nextStep = 'Close the program that holds the database open, or wait until it is done.';

  constructor(waitedMs: number) {
    super(`The database stayed locked for ${waitedMs} ms.`);
    this.name = 'DatabaseStayedLocked';
  }
}

const LONGEST_WAIT_MS = 15_000;
const LONGEST_PAUSE_MS = 8;

/**
 * The one connection of a daemon. Statements are prepared once and kept.
 * Every change goes through `write`: one immediate transaction, retried with short random pauses while another
 * process holds the lock, so that several daemons share one file fairly.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  readonly #onCommit: () => void;

  constructor(database: Database.Database, onCommit: () => void) {
    this.#database = database;
    this.#onCommit = onCommit;
  }

  /** @throws DatabaseStayedLocked */
  async write<Result>(work: () => Result): Promise<Result> {
    const before = this.#changes();
    const result = await this.#retried(() => this.#database.transaction(work).immediate());
    if (this.#changes() !== before) this.#onCommit();
    return result;
  }

  /** Runs reads that must see one state of the database. @throws DatabaseStayedLocked */
  async read<Result>(work: () => Result): Promise<Result> {
    return this.#retried(() => this.#database.transaction(work).deferred());
  }

  /** First row or undefined. To be called inside `read` or `write`. */
  first<Row>(sql: string, parameters: Record<string, unknown> = {}): Row | undefined {
    return this.#prepared(sql).get(parameters) as Row | undefined;
  }

  all<Row>(sql: string, parameters: Record<string, unknown> = {}): Row[] {
    return this.#prepared(sql).all(parameters) as Row[];
  }

  /** Number of rows changed. */
  run(sql: string, parameters: Record<string, unknown> = {}): number {
    return this.#prepared(sql).run(parameters).changes;
  }

  /** Changes when another connection committed to the file. */
  dataVersion(): number {
    return Number(this.#database.pragma('data_version', { simple: true }));
  }

  #changes(): number {
    return Number(this.#prepared('SELECT total_changes()').pluck().get());
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  async #retried<Result>(attempt: () => Result): Promise<Result> {
    let waitedMs = 0;
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (waitedMs >= LONGEST_WAIT_MS) throw new DatabaseStayedLocked(waitedMs);
        const pauseMs = 1 + Math.random() * (LONGEST_PAUSE_MS - 1);
        await pause(pauseMs);
        waitedMs += pauseMs;
      }
    }
  }
}

export function isLocked(error: unknown): boolean {
  return (
    error instanceof Database.SqliteError &&
    (error.code.startsWith('SQLITE_BUSY') || error.code.startsWith('SQLITE_LOCKED'))
  );
}
