/** How often a sign of life is asked for. */
export const ASK_EVERY_MS = 250;
/** Silence of this length is told. With the time between two looks at it, that is always within a second. */
export const SILENCE_MS = 700;
/** After this long nobody waits for the connection any more. */
export const GIVE_UP_MS = 3_000;

export interface SilenceWatchOptions {
  /** Asks the other side for a sign of life. */
  readonly ask: () => void;
  /** Nothing was heard for SILENCE_MS. */
  readonly silent: () => void;
  /** After it was silent. */
  readonly heardAgain: () => void;
  /** Nothing was heard for GIVE_UP_MS; may be told more than once. */
  readonly gaveUp: () => void;
}

/** Notices that the other side of a connection says nothing any more although nobody has closed it. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #timer: ReturnType<typeof setInterval> | null = null;
  #heardAt = 0;
  #lookedAt = 0;
  #isSilent = false;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
  }

  /** Silence counts from now on. */
  start(): void {
    if (this.#timer !== null) return;
    this.#heardAt = performance.now();
    this.#lookedAt = this.#heardAt;
    this.#timer = setInterval(() => this.#look(), ASK_EVERY_MS);
    this.#options.ask();
  }

  /** Nothing is told and asked any more. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  heard(): void {
    this.#heardAt = performance.now();
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#options.heardAgain();
  }

  #look(): void {
    const now = performance.now();
    // While this side itself did not run, what was said to it could not be heard.
    const overslept = now - this.#lookedAt - ASK_EVERY_MS;
    if (overslept > 0) this.#heardAt = Math.min(now, this.#heardAt + overslept);
    this.#lookedAt = now;
    const silence = now - this.#heardAt;
    if (silence >= SILENCE_MS && !this.#isSilent) {
      this.#isSilent = true;
      this.#options.silent();
    }
    if (silence >= GIVE_UP_MS) this.#options.gaveUp();
    else this.#options.ask();
  }
}
