/** Frames do not come while the window is hidden; what it holds must stay current all the same. */
const HIDDEN_INTERVAL_MS = 250;

/** Runs at most once per frame, however often it is asked for. */
export class FrameBatch {
  readonly #run: () => void;
  #cancel: (() => void) | null = null;

  constructor(run: () => void) {
    this.#run = run;
  }

  request(): void {
    if (this.#cancel !== null) return;
    const run = () => this.#runNow();
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, HIDDEN_INTERVAL_MS);
    this.#cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }

  /** Without waiting for a frame, together with everything else that is asked for in this turn. */
  runSoon(): void {
    this.#cancel?.();
    const timer = setTimeout(() => this.#runNow());
    this.#cancel = () => clearTimeout(timer);
  }

  #runNow(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#run();
  }
}
