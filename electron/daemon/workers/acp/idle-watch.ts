import { performance } from 'node:perf_hooks';

const LONGEST_LOOK_MS = 5_000;
const SHORTEST_LOOK_MS = 10;

/**
 * Notices an agent that is silent while it should work. Time in which `counts` says no (stopped, or a question is open)
 * does not count, and neither does time in which the machine slept.
 */
export class IdleWatch {
  readonly #limitMs: () => number;
  readonly #counts: () => boolean;
  readonly #onIdle: (silentMs: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;
  #silentMs = 0;

  constructor(limitMs: () => number, counts: () => boolean, onIdle: (silentMs: number) => void) {
    this.#limitMs = limitMs;
    this.#counts = counts;
    this.#onIdle = onIdle;
  }

  start(): void {
    this.stop();
    this.seen();
    const everyMs = Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, this.#limitMs() / 10));
    this.#timer = setInterval(() => this.#look(everyMs), everyMs);
  }

  /** A sign of life. */
  seen(): void {
    this.#silentMs = 0;
    this.#lookedAt = performance.now();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(everyMs: number): void {
    const now = performance.now();
    // A look that comes much too late means that the machine slept, not that the agent was silent.
    if (this.#counts()) this.#silentMs += Math.min(now - this.#lookedAt, 2 * everyMs);
    this.#lookedAt = now;
    if (this.#silentMs >= this.#limitMs()) this.#onIdle(Math.round(this.#silentMs));
  }
}
