const NEWLINE = 0x0a;

/** Cuts chunks into lines. Of a very long line it keeps the beginning, and counts the rest. */
export class LineSplitter {
  readonly #longest: number;
  readonly #onLine: (line: Buffer, leftOutBytes: number) => boolean;
  #begun: Buffer[] = [];
  #kept = 0;
  #leftOut = 0;

  constructor(longest: number, onLine: (line: Buffer, leftOutBytes: number) => boolean) {
    this.#longest = longest;
    this.#onLine = onLine;
  }

  /** Says whether more is wanted. */
  take(chunk: Buffer): boolean {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      this.#keep(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return true;
      if (!this.#finish()) return false;
      from = end + 1;
    }
  }

  #keep(part: Buffer): void {
    const room = Math.max(0, this.#longest - this.#kept);
    const kept = part.subarray(0, room);
    this.#leftOut += part.length - kept.length;
    this.#kept += kept.length;
    if (kept.length > 0) this.#begun.push(kept);
  }

  #finish(): boolean {
    const [only] = this.#begun;
    const line = only !== undefined && this.#begun.length === 1 ? only : Buffer.concat(this.#begun);
    const leftOut = this.#leftOut;
    this.#begun = [];
    this.#kept = 0;
    this.#leftOut = 0;
    return this.#onLine(line, leftOut);
  }
}
