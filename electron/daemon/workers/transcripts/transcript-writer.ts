import type { TranscriptEntry } from '../../../../shared/transcripts.ts';
import type { Redactor } from '../redaction.ts';
import { boundedEntry } from './bounded-entry.ts';
import { TranscriptLog } from './transcript-log.ts';

/** What a transcript may grow to. A little room beyond it stays for what tells how the session went on and ended. */
const LARGEST_BYTES = 8 * 1024 * 1024;
const RESERVE_BYTES = 512 * 1024;
/** Chunks of the same kind become one entry up to this size, or when nothing follows for a moment. */
const MERGE_CHARACTERS = 16 * 1024;
const MERGE_MS = 100;
/** A tool at work may report its whole output again and again; one report per second is kept. */
const TOOL_MS = 1_000;

type TextEntry = Extract<TranscriptEntry, { type: 'message' | 'thought' | 'output' }>;
type ToolEntry = Extract<TranscriptEntry, { type: 'tool' }>;

/** How far beyond its largest size a transcript still takes an entry. */
function roomBeyond(type: TranscriptEntry['type']): number {
  switch (type) {
    case 'prompt':
    case 'question':
    case 'answer':
    case 'ended':
      return RESERVE_BYTES;
    case 'plan':
    case 'note':
      return RESERVE_BYTES / 2;
    default:
      return 0;
  }
}

/** Appends entries to the file of one session, merged, bounded and free of secrets, and tells what was written. */
export class TranscriptWriter {
  readonly #log: TranscriptLog;
  readonly #redactor: Redactor;
  readonly #written: (entry: TranscriptEntry, offset: number) => void;
  #full: boolean;
  #text: TextEntry | null = null;
  #tool: ToolEntry | null = null;
  #lastTool: ToolEntry | null = null;
  #flushTimer: NodeJS.Timeout | null = null;
  #closed = false;

  /** @throws when the file cannot be opened. */
  constructor(
    file: string,
    redactor: Redactor,
    written: (entry: TranscriptEntry, offset: number) => void,
  ) {
    this.#log = new TranscriptLog(file);
    this.#full = this.#log.bytes > LARGEST_BYTES;
    this.#redactor = redactor;
    this.#written = written;
  }

  append(entry: TranscriptEntry): void {
    if (this.#closed) return;
    switch (entry.type) {
      case 'message':
      case 'thought':
      case 'output':
        this.#mergeText(entry);
        return;
      case 'tool':
        this.#mergeTool(entry);
        return;
      default:
        this.flush();
        this.#write(entry);
    }
  }

  /** Writes what was waiting for more of its kind. */
  flush(): void {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    const waiting = this.#text ?? this.#tool;
    this.#text = null;
    this.#tool = null;
    if (waiting !== null) this.#write(waiting);
  }

  close(): void {
    if (this.#closed) return;
    this.flush();
    this.#closed = true;
    this.#log.close();
  }

  #mergeText(entry: TextEntry): void {
    if (this.#full || entry.text === '') return;
    if (this.#tool !== null || (this.#text !== null && !isSameKind(this.#text, entry))) {
      this.flush();
    }
    const text = (this.#text?.text ?? '') + entry.text;
    this.#text = { ...(this.#text ?? entry), text };
    if (text.length >= MERGE_CHARACTERS) this.#writeText();
    else this.#flushTimer ??= setTimeout(() => this.#writeText(), MERGE_MS);
  }

  /** Writes the text so far, but for what may be the beginning of a secret. */
  #writeText(): void {
    if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
    this.#flushTimer = null;
    const waiting = this.#text;
    if (waiting === null) return;
    const ready = waiting.text.length - this.#redactor.unfinished(waiting.text);
    const rest = waiting.text.slice(ready);
    this.#text = rest === '' ? null : { ...waiting, text: rest };
    if (ready > 0) this.#write({ ...waiting, text: waiting.text.slice(0, ready) });
  }

  #mergeTool(entry: ToolEntry): void {
    if (this.#tool?.toolCallId === entry.toolCallId) this.#tool = null;
    else this.flush();
    if (isRepeatedReport(entry, this.#lastTool)) {
      this.#tool = entry;
      this.#flushTimer ??= setTimeout(() => this.flush(), TOOL_MS);
      return;
    }
    this.#lastTool = entry;
    this.#write(entry);
  }

  #write(entry: TranscriptEntry): void {
    if (this.#full && roomBeyond(entry.type) === 0) return;
    const bounded = boundedEntry(entry, this.#redactor);
    const line = Buffer.from(`${JSON.stringify(bounded)}\n`);
    const size = this.#log.bytes + line.byteLength;
    if (!this.#full && size > LARGEST_BYTES) {
      this.#full = true;
      const text = `The transcript reached ${LARGEST_BYTES / 1024 / 1024} MiB; what is printed from here on is not kept.`;
      this.#write({ type: 'note', at: entry.at, text });
      this.#write(entry);
      return;
    }
    if (size > LARGEST_BYTES + roomBeyond(entry.type)) return;
    const offset = this.#log.append(line);
    if (offset !== null) this.#written(bounded, offset);
  }
}

function isSameKind(a: TextEntry, b: TextEntry): boolean {
  return a.type === 'output' ? b.type === 'output' && a.stream === b.stream : a.type === b.type;
}

function isRepeatedReport(entry: ToolEntry, last: ToolEntry | null): boolean {
  return (
    entry.status === 'in_progress' &&
    last?.status === 'in_progress' &&
    last.toolCallId === entry.toolCallId &&
    entry.at - last.at < TOOL_MS
  );
}
