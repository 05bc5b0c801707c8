const EVERY_MS = 5;

/** Measures how late the timers of this process come. */
export class LateTimers {
  #latestMs = 0;
  #dueAt = 0;
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = this.#next(performance.now());
  }

  /** Stops, and tells how late the latest was, in milliseconds. */
  stop(): number {
    clearTimeout(this.#timer);
    // One that never came is late too.
    return Math.max(this.#latestMs, performance.now() - this.#dueAt);
  }

  #next(from: number): NodeJS.Timeout {
    this.#dueAt = from + EVERY_MS;
    return setTimeout(() => {
      const now = performance.now();
      this.#latestMs = Math.max(this.#latestMs, now - this.#dueAt);
      this.#timer = this.#next(now);
    }, EVERY_MS);
  }
}
