import { openSync, writeSync } from 'node:fs';

/** Enough to tell of a bad hour; what is older goes. */
const MOST_WAITING_LINES = 1_000;

/**
 * Appends lines to a file. On a full disk the latest of them wait in memory for the next write that succeeds, and they
 * neither end the daemon nor keep it from ending.
 */
export class LogFile {
  readonly #file: number;
  #waiting: Buffer[] = [];

  /** @throws when the file cannot be opened. */
  constructor(path: string) {
    this.#file = openSync(path, 'a', 0o600);
  }

  write(line: string): void {
    this.#waiting.push(Buffer.from(line));
    if (this.#waiting.length > MOST_WAITING_LINES) this.#waiting.shift();
    try {
      this.#writeWaiting();
    } catch {
      // There is nowhere left to say so.
    }
  }

  #writeWaiting(): void {
    for (let [line] = this.#waiting; line !== undefined; [line] = this.#waiting) {
      const written = writeSync(this.#file, line);
      if (written === line.byteLength) this.#waiting.shift();
      else this.#waiting[0] = line.subarray(written);
    }
  }
}
