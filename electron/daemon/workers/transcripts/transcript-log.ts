import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

const NEWLINE = 0x0a;
const READ_BYTES = 64 * 1024;

/** A file of lines that is only ever appended to. What a crash left of a last line is cut off when it is opened. */
export class TranscriptLog {
  readonly #file: number;
  #bytes: number;
  #lines: number;
  #broken = false;

  constructor(path: string) {
    this.#file = openSync(path, 'a+', 0o600);
    const { whole, lines } = wholeLines(this.#file);
    if (whole < fstatSync(this.#file).size) ftruncateSync(this.#file, whole);
    this.#bytes = whole;
    this.#lines = lines;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the line's number, or null when it could not be written: then nothing more is. */
  append(line: Buffer): number | null {
    if (this.#broken) return null;
    try {
      for (let written = 0; written < line.byteLength; ) {
        written += writeSync(this.#file, line, written);
      }
    } catch {
      // A full disk must not take the daemon with it. What is half written is cut off at the next start.
      this.#broken = true;
      return null;
    }
    this.#bytes += line.byteLength;
    this.#lines += 1;
    return this.#lines - 1;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function wholeLines(file: number): { readonly whole: number; readonly lines: number } {
  const chunk = Buffer.alloc(READ_BYTES);
  let position = 0;
  let whole = 0;
  let lines = 0;
  for (;;) {
    const read = readSync(file, chunk, 0, READ_BYTES, position);
    if (read === 0) return { whole, lines };
    for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < read; ) {
      whole = position + at + 1;
      lines += 1;
      at = chunk.indexOf(NEWLINE, at + 1);
    }
    position += read;
  }
}
