import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseStayedLocked, isLocked, LONGEST_WAIT_MS, nextPauseMs } from './locked.ts';

/** A write that somebody waits for. */
interface WaitingWrite {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly synced: boolean;
  waitedMs: number;
}

/** A longer transaction would keep timers of this process and writers of others waiting. */
const LONGEST_TRANSACTION_MS = 4;

/** Runs work in one immediate transaction and returns after its commit; `synced`: once the disk has it. */
type InTransaction = (work: () => unknown[], synced: boolean) => unknown[];

/**
 * Group commit: writes that are asked for in one turn of the event loop share a transaction, so that one wait for the
 * disk serves all of them. Each is acknowledged only after that commit, and each is still all or nothing: when one of
 * a group throws, the group is rolled back and every write runs alone.
 *
 * While another process holds the lock, the whole queue waits with short random pauses, in the order of its requests.
 */
export class GroupCommit {
  readonly #inTransaction: InTransaction;
  readonly #committed: () => void;
  #waiting: WaitingWrite[] = [];
  #running = false;

  /**
   * @param committed Called after each commit, before those who wait for it go on.
   */
  constructor(inTransaction: InTransaction, committed: () => void) {
    this.#inTransaction = inTransaction;
    this.#committed = committed;
  }

  /** @throws DatabaseStayedLocked */
  write<Result>(work: () => Result, synced: boolean): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject, synced, waitedMs: 0 });
      if (this.#running) return;
      this.#running = true;
      // Runs when everything that is ready to ask for a write has asked.
      process.nextTick(() => this.#run());
    });
  }

  /** Commits what is waiting now, or refuses it when another process holds the lock. */
  flush(): void {
    try {
      while (this.#waiting.length > 0) this.#commitNext();
    } catch (error) {
      for (const write of this.#waiting.splice(0)) write.reject(error);
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
      write.reject(new DatabaseStayedLocked(write.waitedMs));
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
      results = this.#inTransaction(
        () => this.#performWaiting(),
        this.#waiting.some(({ synced }) => synced),
      );
    } catch (error) {
      if (isLocked(error)) throw error;
      if (this.#waiting.length === 1) this.#waiting.pop()?.reject(error);
      else this.#commitEachAlone();
      return;
    }
    const committed = this.#waiting.splice(0, results.length);
    this.#committed();
    for (const [index, write] of committed.entries()) write.resolve(results[index] as never);
  }

  #performWaiting(): unknown[] {
    if (this.#waiting.length === 1) return this.#waiting.map(({ work }) => work());
    const startedAt = performance.now();
    const results: unknown[] = [];
    for (const { work } of this.#waiting) {
      results.push(work());
      if (performance.now() - startedAt >= LONGEST_TRANSACTION_MS) break;
    }
    return results;
  }

  #commitEachAlone(): void {
    while (this.#waiting[0] !== undefined) {
      const { work, resolve, reject, synced } = this.#waiting[0];
      try {
        const [result] = this.#inTransaction(() => [work()], synced);
        this.#committed();
        resolve(result as never);
      } catch (error) {
        if (isLocked(error)) throw error;
        reject(error);
      }
      this.#waiting.shift();
    }
  }

  #takeWhere(condition: (write: WaitingWrite) => boolean): readonly WaitingWrite[] {
    const taken = this.#waiting.filter(condition);
    this.#waiting = this.#waiting.filter((write) => !condition(write));
    return taken;
  }
}
