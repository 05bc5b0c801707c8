import type { DrainReport } from './drain-run.ts';
import { LateTimers } from './late-timers.ts';

/** Times a queue that works off twice `count` tasks, each half of them, and the timers of this process meanwhile. */
export class DrainWatch {
  readonly drained: Promise<DrainReport>;
  readonly #count: number;
  #finish = (_report: DrainReport) => {};
  #done = 0;
  #startedAt = 0;
  #steadyAt = 0;
  #timers: LateTimers | null = null;

  constructor(count: number) {
    this.#count = count;
    this.drained = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** To be called right before the queue is let go. */
  start(): void {
    this.#timers = new LateTimers();
    this.#startedAt = performance.now();
  }

  /** One more is done. */
  done(): void {
    this.#done += 1;
    if (this.#done === this.#count) this.#steadyAt = performance.now();
    if (this.#done !== 2 * this.#count) return;
    this.#finish({
      startingMs: this.#steadyAt - this.#startedAt,
      steadyMs: performance.now() - this.#steadyAt,
      lateMs: this.#timers?.stop() ?? Number.NaN,
    });
  }
}
