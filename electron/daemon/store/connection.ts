import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { Durability } from './durability.ts';
import { type DiskWait, GroupCommit, type SharedWrite } from './group-commit.ts';
import { DatabaseStayedLocked, isLocked, LONGEST_WAIT_MS, nextPauseMs } from './locked.ts';
import { notOnDisk, unavailableIfWorldly } from './sqlite-failures.ts';

/** What a transaction brought, for those who act on it before the disk has it. */
export interface Committed {
  /** A task was queued, and nobody looked for work after it in the same transaction. */
  readonly queued: boolean;
  /** The disk refuses what was committed before. */
  readonly refused: boolean;
}

export interface ConnectionListeners {
  /** Somebody has asked for a task to be queued: a look for work that begins now most often joins its transaction. */
  readonly onQueuing?: () => void;
  /** Called after each transaction that changed something. */
  readonly onCommit?: (committed: Committed) => void;
  /** Called with what a read or a write was refused with, before its caller has it. */
  readonly onFailure?: (error: unknown) => void;
}

interface Prepared {
  readonly statement: Database.Statement;
  readonly writes: boolean;
}

/**
 * The one connection of a daemon. Statements are prepared once and kept.
 * Every change goes through `write` or one of its kin: an immediate transaction that is retried with short random pauses
 * while another process holds the lock, so that several daemons share one file fairly.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();
  readonly #reads: Database.Transaction<(work: () => unknown) => unknown>;
  readonly #writes: GroupCommit;
  /** Whether the transaction that runs, or ran last, changed a row. */
  #changed = false;
  /** Whether that transaction queued a task that nobody has looked for. */
  #queued = false;
  readonly #durability: Durability;
  readonly #onQueuing: () => void;
  readonly #onFailure: (error: unknown) => void;

  constructor(
    database: Database.Database,
    { onQueuing = () => {}, onCommit = () => {}, onFailure = () => {} }: ConnectionListeners = {},
  ) {
    this.#database = database;
    this.#onQueuing = onQueuing;
    this.#onFailure = onFailure;
    this.#durability = new Durability(database, (cause) => onFailure(notOnDisk(cause)));
    this.#reads = database.transaction((work: () => unknown) => work());
    const transaction = database.transaction((work: () => unknown[]) => {
      this.#changed = false;
      this.#queued = false;
      const results = work();
      this.#durability.committing();
      return results;
    });
    this.#writes = new GroupCommit({
      inTransaction: (work, everybodyWaits) => {
        try {
          this.#durability.begin(everybodyWaits);
          const results = transaction.immediate(work);
          this.#durability.committed(this.#changed);
          return results;
        } catch (error) {
          this.#durability.undone(error);
          throw unavailableIfWorldly(error);
        }
      },
      onDisk: () => this.#durability.onDisk(this.#changed),
      onDiskSoon: () => {
        if (this.#changed) this.#durability.onDiskSoon();
      },
      refused: onFailure,
      committed: () => {
        if (this.#changed) {
          onCommit({ queued: this.#queued, refused: this.#durability.hasRefused });
        }
      },
    });
  }

  /**
   * Does the work as a whole or not at all, and resolves once it is committed and the disk has it.
   * The work may be run again from its start, so it must do nothing but use this connection.
   *
   * @throws StoreUnavailable
   */
  write<Result>(work: () => Result): Promise<Result> {
    return this.#writes.write(work, 'awaited');
  }

  /**
   * As `write`, for what need not be on the disk before its caller goes on: it survives a kill of this process at once,
   * and a loss of power some milliseconds later. What is written after it never survives without it.
   *
   * @throws StoreUnavailable
   */
  writeAheadOfDisk<Result>(work: () => Result): Promise<Result> {
    return this.#writes.write(work, 'soon');
  }

  /**
   * As `write`, for what means nothing once the machine has lost power: it survives a kill of this process, and the disk
   * is not asked for it. What is written after it never survives without it.
   *
   * @throws StoreUnavailable
   */
  writeUnsynced<Result>(work: () => Result): Promise<Result> {
    return this.#writes.write(work, 'ignored');
  }

  /**
   * As the other writes, for what many ask for at the same moment: one set of statements serves all of them.
   *
   * @throws StoreUnavailable
   */
  writeShared<Item, Result>(
    shared: SharedWrite<Item, Result>,
    item: Item,
    disk: DiskWait,
  ): Promise<Result> {
    return this.#writes.writeShared(shared, item, disk);
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
    const { statement, writes } = this.#prepared(sql);
    const rows = statement.all(parameters) as Row[];
    if (writes && rows.length > 0) this.#changed = true;
    return rows;
  }

  /** Number of rows changed. */
  run(sql: string, parameters: Record<string, unknown> = {}): number {
    const { changes } = this.#prepared(sql).statement.run(parameters);
    if (changes > 0) this.#changed = true;
    return changes;
  }

  /** To be called once a write is asked for that will put a task into the queue. */
  tellQueuing(): void {
    this.#onQueuing();
  }

  /** To be called inside a write that puts a task into the queue. */
  tellQueued(): void {
    this.#queued = true;
  }

  /** To be called inside a write that has looked for queued tasks. */
  tellLooked(): void {
    this.#queued = false;
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
    this.#durability.close();
    this.#database.close();
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
