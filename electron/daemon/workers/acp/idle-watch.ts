import { performance } from 'node:perf_hooks';

/** Notices an agent that is silent while it should work. Time asleep, stopped or waiting for an answer does not count. */
export class IdleWatch {
  readonly #limitMs: () => number;
  readonly #counts: () => boolean;
  readonly #onIdle: (silentMs: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #lastSeenAt = 0;

  constructor(limitMs: () => number, counts: () => boolean, onIdle: (silentMs: number) => void) {
    this.#limitMs = limitMs;
    this.#counts = counts;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.seen();
    this.#arm();
  }

  /** A sign of life, or a reason to begin counting anew. */
  seen(): void {
    this.#lastSeenAt = performance.now();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(): void {
    this.stop();
    const waitMs = Math.max(10, this.#limitMs() - (performance.now() - this.#lastSeenAt));
    this.#timer = setTimeout(() => {
      if (!this.#counts()) this.seen();
      const silentMs = performance.now() - this.#lastSeenAt;
      if (silentMs >= this.#limitMs()) this.#onIdle(Math.round(silentMs));
      else this.#arm();
    }, waitMs);
  }
}
