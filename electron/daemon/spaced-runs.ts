/**
 * Runs something when it is asked for, but not more often than a spacing allows: the first request after a pause runs at
 * once, and those of a burst become one run when the spacing is over.
 */
export class SpacedRuns {
  readonly #run: () => void;
  readonly #spacingMs: number;
  #timer: NodeJS.Timeout | null = null;
  #ranAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(run: () => void, spacingMs: number) {
    this.#run = run;
    this.#spacingMs = spacingMs;
  }

  request(): void {
    if (this.#stopped || this.#timer !== null) return;
    const waitMs = this.#ranAt + this.#spacingMs - performance.now();
    if (waitMs <= 0) this.#runNow();
    else this.#timer = setTimeout(() => this.#runNow(), waitMs);
  }

  /** Nothing runs any more, whatever was or will be requested. */
  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #runNow(): void {
    this.#timer = null;
    this.#ranAt = performance.now();
    this.#run();
  }
}
