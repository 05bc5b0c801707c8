import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { GroupCommit } from './group-commit.ts';
import { DatabaseStayedLocked, isLocked, LONGEST_WAIT_MS, nextPauseMs } from './locked.ts';
import { unavailableIfWorldly } from './sqlite-failures.ts';

/** As `PRAGMA synchronous` answers it. */
const FULL = 2;

interface Prepared {
  readonly statement: Database.Statement;
  readonly writes: boolean;
}

/**
 * The one connection of a daemon. Statements are prepared once and kept.
 * Every change goes through `write`: an immediate transaction that is retried with short random pauses while another
 * process holds the lock, so that several daemons share one file fairly.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();
  readonly #reads: Database.Transaction<(work: () => unknown) => unknown>;
  readonly #writes: GroupCommit;
  /** Whether the transaction that runs, or ran last, changed a row. */
  #changed = false;
  /** Whether a commit waits for the disk now; null where the database was opened so that none does. */
  #syncs: boolean | null;
  readonly #onFailure: (error: unknown) => void;

  /**
   * @param onCommit Called after each transaction that changed something.
   * @param onFailure Called with what a read or a write was refused with, before its caller has it.
   */
  constructor(
    database: Database.Database,
    onCommit: () => void,
    onFailure: (error: unknown) => void = () => {},
  ) {
    this.#database = database;
    this.#onFailure = onFailure;
    this.#syncs = Number(database.pragma('synchronous', { simple: true })) >= FULL ? true : null;
    this.#reads = database.transaction((work: () => unknown) => work());
    const transaction = database.transaction((work: () => unknown[]) => {
      this.#changed = false;
      return work();
    });
    this.#writes = new GroupCommit(
      (work, synced) => {
        try {
          this.#setSyncing(synced);
          return transaction.immediate(work);
        } catch (error) {
          throw unavailableIfWorldly(error);
        }
      },
      () => {
        if (this.#changed) onCommit();
      },
    );
  }

  /**
   * Does the work as a whole or not at all, and resolves once it is committed.
   * The work may be run again from its start, so it must do nothing but use this connection.
   *
   * @throws StoreUnavailable
   */
  write<Result>(work: () => Result): Promise<Result> {
    return this.#write(work, true);
  }

  /**
   * As `write`, for what means nothing once the machine has lost power: it survives a kill of this process, and does not
   * wait for the disk. What is written after it never survives without it.
   *
   * @throws StoreUnavailable
   */
  writeUnsynced<Result>(work: () => Result): Promise<Result> {
    return this.#write(work, false);
  }

  /** Runs reads that must see one state of the database: what is committed. @throws StoreUnavailable */
  async read<Result>(work: () => Result): Promise<Result> {
    let waitedMs = 0;
    for (;;) {
      try {
        return this.#reads.deferred(work) as Result;
      } catch (error) {
        if (!isLocked(error)) throw this.#told(unavailableIfWorldly(error));
        if (waitedMs >= LONGEST_WAIT_MS) throw this.#told(new DatabaseStayedLocked(waitedMs));
        const pauseMs = nextPauseMs();
        await pause(pauseMs);
        waitedMs += pauseMs;
      }
    }
  }

  /** First row or undefined. To be called inside `read` or `write`. */
  first<Row>(sql: string, parameters: Record<string, unknown> = {}): Row | undefined {
    const { statement, writes } = this.#prepared(sql);
    const row = statement.get(parameters) as Row | undefined;
    if (writes && row !== undefined) this.#changed = true;
    return row;
  }

  all<Row>(sql: string, parameters: Record<string, unknown> = {}): Row[] {
    return this.#prepared(sql).statement.all(parameters) as Row[];
  }

  /** Number of rows changed. */
  run(sql: string, parameters: Record<string, unknown> = {}): number {
    const { changes } = this.#prepared(sql).statement.run(parameters);
    if (changes > 0) this.#changed = true;
    return changes;
  }

  /** Changes when another connection committed to the file. @throws StoreUnavailable */
  dataVersion(): number {
    try {
      return Number(this.#prepared('PRAGMA data_version').statement.pluck().get());
    } catch (error) {
      throw this.#told(unavailableIfWorldly(error));
    }
  }

  close(): void {
    this.#writes.flush();
    this.#database.close();
  }

  #write<Result>(work: () => Result, synced: boolean): Promise<Result> {
    const written = this.#writes.write(work, synced);
    written.catch(this.#onFailure);
    return written;
  }

  #setSyncing(synced: boolean): void {
    if (this.#syncs === null || this.#syncs === synced) return;
    this.#database.pragma(`synchronous = ${synced ? 'FULL' : 'NORMAL'}`);
    this.#syncs = synced;
  }

  #told(error: unknown): unknown {
    this.#onFailure(error);
    return error;
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      prepared = { statement, writes: !statement.readonly };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}
