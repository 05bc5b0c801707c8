/** How often it is looked whether something was heard. */
export const LOOK_EVERY_MS = 400;
/** Silence of this length is told: within a second of the last word, with time left to show it. */
export const SILENCE_MS = 900;
/** After this long nobody waits for the connection any more. */
export const GIVE_UP_MS = 3_000;

export interface SilenceWatchOptions {
  /** Tells the other side whether to give signs of life. */
  readonly want: (isWanted: boolean) => void;
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
  #timer: ReturnType<typeof setTimeout> | null = null;
  #heardAt = 0;
  /** When the next look is due. */
  #dueAt = 0;
  #isSilent = false;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
  }

  /** Silence counts from now on. */
  start(): void {
    if (this.#timer !== null) return;
    this.#heardAt = performance.now();
    this.#lookIn(LOOK_EVERY_MS);
    this.#options.want(true);
  }

  /** Nothing is told and wanted any more. */
  stop(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#options.want(false);
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
    const overslept = Math.max(0, now - this.#dueAt);
    this.#heardAt = Math.min(now, this.#heardAt + overslept);
    const silence = now - this.#heardAt;
    if (silence >= SILENCE_MS && !this.#isSilent) {
      this.#isSilent = true;
      this.#options.silent();
    }
    const untilSilent = this.#isSilent ? LOOK_EVERY_MS : SILENCE_MS - silence;
    this.#lookIn(Math.min(LOOK_EVERY_MS, untilSilent));
    if (silence >= GIVE_UP_MS) this.#options.gaveUp();
  }

  #lookIn(waitMs: number): void {
    this.#dueAt = performance.now() + waitMs;
    this.#timer = setTimeout(() => this.#look(), waitMs);
  }
}
