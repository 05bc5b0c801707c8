import { type FSWatcher, watch } from 'node:fs';
import type { Logger } from 'pino';
import { logFailure } from '../log-failure.ts';
import type { BoardStore } from '../store/store.ts';

/** Looked for even where the file cannot be watched, or was replaced. */
const BACKSTOP_MS = 2_000;
/** A commit follows the bytes that announce it: in microseconds, or once a slow disk has synced. */
const PAUSES_MS = [1, 2, 4, 8, 16, 32, 64];
/** Every write of this process changes the log as well, and nearly always nobody else's is behind it. */
const PAUSES_BEHIND_OWN_MS = [4, 64];
/** As long as nobody here writes, the file changed for somebody else, whose commit is waited for without a pause. */
const EAGER_MS = 1;

export interface OthersWritesOptions {
  /** The database; beside it lies the write-ahead log that every commit goes through. */
  readonly file: string;
  readonly board: Pick<BoardStore, 'dataVersion'>;
  /** Another process has committed. */
  readonly onWrite: () => void;
  readonly log: Logger;
}

/**
 * Notices that another process wrote to the database, by watching its write-ahead log: no reading while nobody writes.
 * The log is written before its commit can be seen, so a change of it is followed by looks until one sees it.
 */
export class OthersWrites {
  readonly #options: OthersWritesOptions;
  readonly #backstop: NodeJS.Timeout;
  #watcher: FSWatcher | null = null;
  #dataVersion: number;
  #changedAt = Number.NEGATIVE_INFINITY;
  #wroteAt = Number.NEGATIVE_INFINITY;
  /** A look is about to come after this turn. */
  #isFollowed = false;
  #next: NodeJS.Timeout | null = null;
  #pausesMs: readonly number[] = [];
  #stopped = false;

  /** @throws StoreUnavailable */
  constructor(options: OthersWritesOptions) {
    this.#options = options;
    this.#dataVersion = options.board.dataVersion();
    this.#ensureWatched();
    this.#backstop = setInterval(() => {
      this.#look();
      this.#ensureWatched();
    }, BACKSTOP_MS);
  }

  /** This process has committed: what changed in the log now is its own. */
  wrote(): void {
    this.#wroteAt = performance.now();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#backstop);
    if (this.#next !== null) clearTimeout(this.#next);
    this.#watcher?.close();
  }

  #ensureWatched(): void {
    if (this.#watcher !== null) return;
    try {
      const watcher = watch(`${this.#options.file}-wal`, { persistent: false }, () => {
        // Until the turn is over: news of a file come before everything else, for as long as somebody writes to it.
        this.#unwatch(watcher);
        this.#logChanged();
      });
      watcher.on('error', () => this.#unwatch(watcher));
      this.#watcher = watcher;
    } catch {
      // It is not there before the first write; the backstop tries again.
    }
  }

  #unwatch(watcher: FSWatcher): void {
    watcher.close();
    if (this.#watcher === watcher) this.#watcher = null;
  }

  #logChanged(): void {
    this.#changedAt = performance.now();
    if (this.#next !== null) clearTimeout(this.#next);
    this.#next = null;
    this.#pausesMs = PAUSES_MS;
    this.#look();
    if (!this.#isFollowed) this.#followTurn();
  }

  /** What was written meanwhile was not told of, and may be committed later: it is looked for again. */
  #followTurn(): void {
    this.#isFollowed = true;
    setImmediate(() => {
      this.#isFollowed = false;
      if (this.#stopped) return;
      this.#ensureWatched();
      const isOwn = this.#changedAt - this.#wroteAt < EAGER_MS;
      const isFresh = performance.now() - this.#changedAt < EAGER_MS;
      if (isOwn) this.#pausesMs = PAUSES_BEHIND_OWN_MS;
      if (this.#look() || isOwn || !isFresh) this.#lookLater();
      else this.#followTurn();
    });
  }

  #lookLater(): void {
    const [pauseMs, ...later] = this.#pausesMs;
    if (this.#next !== null || pauseMs === undefined) return;
    this.#pausesMs = later;
    this.#next = setTimeout(() => {
      this.#next = null;
      this.#ensureWatched();
      if (!this.#look()) this.#lookLater();
    }, pauseMs);
  }

  /** Whether another process had committed since the last look. */
  #look(): boolean {
    try {
      const dataVersion = this.#options.board.dataVersion();
      if (dataVersion === this.#dataVersion) return false;
      this.#dataVersion = dataVersion;
    } catch (error) {
      logFailure(this.#options.log, error, 'others not looked at; the next look tries again');
      return false;
    }
    this.#options.onWrite();
    return true;
  }
}
