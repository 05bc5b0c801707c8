import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStayedLocked, isLocked, LONGEST_WAIT_MS, nextPauseMs } from './locked.ts';

/**
 * What a write has to do with the disk: it is acknowledged once the disk has it; or once it is committed, and the disk
 * has it soon; or it means nothing after a loss of power.
 */
export type DiskWait = 'awaited' | 'soon' | 'ignored';

/** Writes of one kind, which the same statements do for many items at once. */
export interface SharedWrite<Item, Result> {
  /** Items with the same key are never done at once: the later one must see what the earlier one did. */
  keyOf(item: Item): string;
  /** How many characters it writes, where that may be many. */
  lengthOf?(item: Item): number;
  /** One result for each item, in their order. */
  perform(items: readonly Item[]): readonly Result[];
}

/** A write that somebody waits for. */
interface WaitingWrite {
  /** Null for one that shares nothing with others: its item is then what it does. */
  readonly shared: SharedWrite<unknown, unknown> | null;
  readonly item: unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly disk: DiskWait;
  waitedMs: number;
}

/** After this no further write is begun: a longer transaction would keep timers of this process and writers of others. */
const LONGEST_TRANSACTION_MS = 4;

/** More in one statement would not be noticeably less work for each, and what one does cannot be cut. */
const MOST_SHARED = 64;
const LONGEST_SHARED = 16_384;

export interface Transactions {
  /**
   * Runs work in one immediate transaction and returns after its commit.
   *
   * @param everybodyWaits No write of it is acknowledged before the disk has it.
   */
  inTransaction(work: () => unknown[], everybodyWaits: boolean): unknown[];
  /** What resolves once the disk has the last transaction; null when there is nothing to wait for. */
  onDisk(): Promise<void> | null;
  /** Sees to it that the disk has the last transaction soon. */
  onDiskSoon(): void;
  /** Called after each commit, before those who wait for it go on. */
  committed(): void;
  /** Called with what a write is refused with, before its caller has it. */
  refused(error: unknown): void;
}

/**
 * Group commit: writes that are asked for in one turn of the event loop share a transaction, so that one wait for the
 * disk serves all of them. Each is acknowledged only after that commit, and, where it matters, once the disk has it.
 * Each is still all or nothing: when one of a group throws, the group is rolled back and every write runs alone.
 *
 * While another process holds the lock, the whole queue waits with short random pauses, in the order of its requests.
 */
export class GroupCommit {
  readonly #transactions: Transactions;
  #waiting: WaitingWrite[] = [];
  #running = false;

  constructor(transactions: Transactions) {
    this.#transactions = transactions;
  }

  /** @throws DatabaseStayedLocked */
  write<Result>(work: () => Result, disk: DiskWait): Promise<Result> {
    return this.#enqueue(null, work, disk);
  }

  /** As `write`, together with those of the same kind that wait right before and after it. @throws DatabaseStayedLocked */
  writeShared<Item, Result>(
    shared: SharedWrite<Item, Result>,
    item: Item,
    disk: DiskWait,
  ): Promise<Result> {
    return this.#enqueue(shared as SharedWrite<unknown, Result>, item, disk);
  }

  #enqueue<Result>(
    shared: SharedWrite<unknown, Result> | null,
    item: unknown,
    disk: DiskWait,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ shared, item, resolve, reject, disk, waitedMs: 0 });
      if (this.#running) return;
      this.#running = true;
      // Runs when everything that is ready to ask for a write has asked.
      queueMicrotask(() => process.nextTick(() => this.#run()));
    });
  }

  /** Commits what is waiting now, or refuses it when somebody else holds the lock. */
  flush(): void {
    try {
      while (this.#waiting.length > 0) this.#commitNext();
    } catch (error) {
      for (const write of this.#waiting.splice(0)) this.#refuse(write, error);
    }
  }

  #run(): void {
    while (this.#waiting.length > 0) {
      try {
        this.#commitNext();
      } catch (error) {
        if (!isLocked(error)) throw error;
        void this.#waitForTheLock();
        return;
      }
      if (this.#waiting.length > 0) {
        setImmediate(() => this.#run());
        return;
      }
    }
    this.#running = false;
  }

  async #waitForTheLock(): Promise<void> {
    for (const write of this.#takeWhere(({ waitedMs }) => waitedMs >= LONGEST_WAIT_MS)) {
      this.#refuse(write, new DatabaseStayedLocked(write.waitedMs));
    }
    if (this.#waiting.length > 0) {
      const pauseMs = nextPauseMs();
      const paused = [...this.#waiting];
      await pause(pauseMs);
      for (const write of paused) write.waitedMs += pauseMs;
    }
    this.#run();
  }

  /** @throws what says that another process holds the lock; then nothing has happened. */
  #commitNext(): void {
    let results: unknown[];
    try {
      results = this.#transactions.inTransaction(
        () => this.#performWaiting(),
        this.#waiting.every(waitsForDisk),
      );
    } catch (error) {
      if (isLocked(error)) throw error;
      if (this.#waiting.length > 1) this.#commitEachAlone();
      else for (const write of this.#waiting.splice(0)) this.#refuse(write, error);
      return;
    }
    this.#acknowledge(this.#waiting.splice(0, results.length), results);
  }

  #acknowledge(writes: readonly WaitingWrite[], results: readonly unknown[]): void {
    const onDisk = writes.some(waitsForDisk) ? this.#transactions.onDisk() : null;
    if (onDisk === null && writes.some(({ disk }) => disk === 'soon')) {
      this.#transactions.onDiskSoon();
    }
    for (const [index, { disk, resolve }] of writes.entries()) {
      const result = results[index] as never;
      if (onDisk === null || disk !== 'awaited') resolve(result);
      else void onDisk.then(() => resolve(result));
    }
    // Those who wait go on only after this turn of the microtasks.
    this.#transactions.committed();
  }

  #performWaiting(): unknown[] {
    const startedAt = performance.now();
    const results: unknown[] = [];
    while (results.length < this.#waiting.length) {
      results.push(...perform(this.#sharedFrom(results.length)));
      if (performance.now() - startedAt >= LONGEST_TRANSACTION_MS) break;
    }
    return results;
  }

  /** The write at that place, and those behind it that are done with it. */
  #sharedFrom(from: number): readonly WaitingWrite[] {
    const shared = this.#waiting[from]?.shared ?? null;
    if (shared === null) return this.#waiting.slice(from, from + 1);
    const keys = new Set<string>();
    let end = from;
    let length = 0;
    for (; end < this.#waiting.length && keys.size < MOST_SHARED; end += 1) {
      const write = this.#waiting[end];
      if (write?.shared !== shared) break;
      const key = shared.keyOf(write.item);
      length += shared.lengthOf?.(write.item) ?? 0;
      if (keys.has(key) || (end > from && length > LONGEST_SHARED)) break;
      keys.add(key);
    }
    return this.#waiting.slice(from, end);
  }

  #commitEachAlone(): void {
    while (this.#waiting[0] !== undefined) {
      const [write] = this.#waiting;
      try {
        const results = this.#transactions.inTransaction(
          () => [...perform([write])],
          waitsForDisk(write),
        );
        this.#acknowledge([write], results);
      } catch (error) {
        if (isLocked(error)) throw error;
        this.#refuse(write, error);
      }
      this.#waiting.shift();
    }
  }

  #refuse(write: WaitingWrite, error: unknown): void {
    write.reject(error);
    this.#transactions.refused(error);
  }

  #takeWhere(condition: (write: WaitingWrite) => boolean): readonly WaitingWrite[] {
    const taken = this.#waiting.filter(condition);
    this.#waiting = this.#waiting.filter((write) => !condition(write));
    return taken;
  }
}

function waitsForDisk({ disk }: WaitingWrite): boolean {
  return disk === 'awaited';
}

/** One of a kind, in the caller's transaction. */
export function performAlone<Item, Result>(
  { perform }: SharedWrite<Item, Result>,
  item: Item,
): Result {
  const [result] = perform([item]);
  if (result === undefined) throw new Error('A write that was asked for has no outcome.');
  return result;
}

/** Does writes that one `SharedWrite` covers, or the only one. */
function perform(writes: readonly WaitingWrite[]): readonly unknown[] {
  const shared = writes[0]?.shared ?? null;
  if (shared !== null) return shared.perform(writes.map(({ item }) => item));
  return writes.map(({ item }) => (item as () => unknown)());
}
