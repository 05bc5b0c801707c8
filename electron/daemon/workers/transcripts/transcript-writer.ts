import { closeSync, openSync, writeSync } from 'node:fs';
import type { TranscriptEntry } from '../../../../shared/transcripts.ts';

/** What a transcript may grow to. A little room beyond it stays for what tells how the session ended. */
const LARGEST_BYTES = 8 * 1024 * 1024;
const RESERVE_BYTES = 512 * 1024;
/** Chunks of the same kind become one entry up to this size, or when nothing follows for a moment. */
const MERGE_BYTES = 16 * 1024;
const MERGE_MS = 100;
const LONGEST_STRING = 64 * 1024;

type TextEntry = Extract<TranscriptEntry, { type: 'message' | 'thought' | 'output' }>;

/** Kept even when the transcript is full: without them it would not say what was asked and how it ended. */
const ESSENTIAL = new Set<TranscriptEntry['type']>([
  'prompt',
  'question',
  'answer',
  'note',
  'ended',
]);

/** Appends entries to the file of one session, merged, bounded and free of secrets, and tells what was written. */
export class TranscriptWriter {
  readonly #file: number;
  readonly #redact: (text: string) => string;
  readonly #written: (entry: TranscriptEntry, offset: number) => void;
  #bytes = 0;
  #offset = 0;
  #full = false;
  #pending: TextEntry | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(
    file: string,
    redact: (text: string) => string,
    written: (entry: TranscriptEntry, offset: number) => void,
  ) {
    this.#file = openSync(file, 'a', 0o600);
    this.#redact = redact;
    this.#written = written;
  }

  append(entry: TranscriptEntry): void {
    if (this.#closed) return;
    if (entry.type === 'message' || entry.type === 'thought' || entry.type === 'output') {
      this.#merge(entry);
      return;
    }
    this.flush();
    this.#write(entry);
  }

  /** Writes what was waiting for more of its kind. */
  flush(): void {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.#write(pending);
  }

  close(): void {
    if (this.#closed) return;
    this.flush();
    this.#closed = true;
    closeSync(this.#file);
  }

  #merge(entry: TextEntry): void {
    if (this.#full) return;
    const pending = this.#pending;
    const fits =
      pending !== null &&
      pending.type === entry.type &&
      (pending.type !== 'output' || (entry.type === 'output' && pending.stream === entry.stream)) &&
      pending.text.length + entry.text.length <= MERGE_BYTES;
    if (fits) {
      this.#pending = { ...pending, text: pending.text + entry.text };
    } else {
      this.flush();
      this.#pending = entry;
    }
    this.#flushTimer ??= setTimeout(() => this.flush(), MERGE_MS);
  }

  #write(entry: TranscriptEntry): void {
    if (this.#full && !ESSENTIAL.has(entry.type)) return;
    const bounded = this.#bounded(entry);
    const line = `${JSON.stringify(bounded)}\n`;
    const bytes = Buffer.byteLength(line);
    if (!this.#full && this.#bytes + bytes > LARGEST_BYTES) {
      this.#full = true;
      this.#write({
        type: 'note',
        at: entry.at,
        text: `The transcript reached ${LARGEST_BYTES / 1024 / 1024} MiB; what follows is not kept.`,
      });
      if (!ESSENTIAL.has(entry.type)) return;
    }
    if (this.#bytes + bytes > LARGEST_BYTES + RESERVE_BYTES) return;
    writeSync(this.#file, line);
    this.#bytes += bytes;
    this.#written(bounded, this.#offset);
    this.#offset += 1;
  }

  #bounded(entry: TranscriptEntry): TranscriptEntry {
    return mapStrings(entry, (text) => {
      const clean = this.#redact(text);
      return clean.length > LONGEST_STRING ? `${clean.slice(0, LONGEST_STRING)}…` : clean;
    });
  }
}

function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change)) as Value;
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]),
    ) as Value;
  }
  return value;
}
