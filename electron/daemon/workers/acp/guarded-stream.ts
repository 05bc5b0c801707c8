import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import type { Redactor } from '../redaction.ts';
import { READ_UPDATES } from './session-updates.ts';

const MEBIBYTE = 1024 * 1024;
const LARGEST_LINE_BYTES = 8 * MEBIBYTE;
const LARGEST_TURN_BYTES = 32 * MEBIBYTE;
/** Log lines among the messages of one turn. */
const TURN_GARBAGE_LINES = 100_000;
/** What may come before the first message of the protocol: a banner, not a program that speaks something else. */
const GARBAGE_LINES = 25;
const GARBAGE_BYTES = 64 * 1024;
const LONGEST_SHOWN = 120;
/** How long lines are handled in a row before whatever else the daemon does gets its turn. */
const SLICE_MS = 8;

export interface StreamWatcher {
  /** Something was printed, protocol or not. */
  readonly onOutput: () => void;
  /** A line that is no message, without secrets; at most the first of them are told. */
  readonly onGarbage: (line: string) => void;
  /** The agent broke a limit. Nothing is read any more. */
  readonly onBroken: (error: WorkError) => void;
}

/**
 * Between an agent's pipes and the protocol: takes the lines apart, drops what is no message, and holds the agent to
 * its limits. Reads no faster than messages are handled, so a flood waits in the agent's pipe and not in memory.
 */
export class GuardedStream {
  readonly stream: Stream;
  readonly #watcher: StreamWatcher;
  readonly #redactor: Redactor;
  #progress = 0;
  #spokeProtocol = false;
  #garbageLines = 0;
  #garbageBytes = 0;
  #firstGarbage: string | null = null;
  #turnBytes = 0;
  #turnGarbageLines = 0;
  /** A line that has not ended yet. */
  #line = '';
  #lineBytes = 0;
  #wanted: () => void = () => {};

  constructor(stdin: Writable, stdout: Readable, redactor: Redactor, watcher: StreamWatcher) {
    this.#redactor = redactor;
    this.#watcher = watcher;
    this.stream = {
      writable: new WritableStream<AnyMessage>({
        write: (message) =>
          new Promise((resolve) => {
            // A failed write is told by the exit of the process.
            stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
          }),
      }),
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => {
          void this.#pump(stdout, controller);
        },
        pull: () => this.#wanted(),
        cancel: () => {
          this.#wanted();
          stdout.destroy();
        },
      }),
    };
  }

  /** The limit of output counts per turn. */
  beginTurn(): void {
    this.#turnBytes = 0;
    this.#turnGarbageLines = 0;
  }

  /** Grows with everything that is read. */
  get progress(): number {
    return this.#progress;
  }

  /** That the agent printed something else, and never a message of the protocol; null when it did or was silent. */
  get onlyGarbage(): WorkError | null {
    const line = this.#firstGarbage ?? this.#begunGarbage();
    if (this.#spokeProtocol || line === '') return null;
    const shown = line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
    return workError(
      'agent_printed_garbage',
      `The agent printed something that is not the protocol: ${shown}`,
    );
  }

  /** What there is of a line that has not ended, without secrets and what may become one. */
  #begunGarbage(): string {
    const begun = this.#line.trim();
    if (begun.startsWith('{')) return '';
    const clean = this.#redactor.text(begun);
    return clean.slice(0, clean.length - this.#redactor.unfinished(clean)).trim();
  }

  async #pump(
    stdout: Readable,
    controller: ReadableStreamDefaultController<AnyMessage>,
  ): Promise<void> {
    try {
      // Decoded piece by piece: a long line in one go would hold up everything else.
      for await (const chunk of stdout.setEncoding('utf8') as AsyncIterable<string>) {
        this.#watcher.onOutput();
        await this.#takeChunk(chunk, controller);
        await nextTurn();
      }
      // A program that exits in the middle of a line has still said what it said.
      const last = this.#takeLine();
      if (last !== null) await this.#pass(last, controller);
      controller.close();
    } catch (error) {
      if (error instanceof BrokenLimit) this.#watcher.onBroken(error.workError);
      try {
        controller.error(error);
      } catch {
        // The connection was closed first.
      }
    }
  }

  async #takeChunk(
    chunk: string,
    controller: ReadableStreamDefaultController<AnyMessage>,
  ): Promise<void> {
    this.#progress += 1;
    this.#turnBytes += Buffer.byteLength(chunk);
    if (this.#turnBytes > LARGEST_TURN_BYTES) {
      throw flooded(`more than ${LARGEST_TURN_BYTES / MEBIBYTE} MiB in one turn`);
    }
    let sliceStartedAt = performance.now();
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      this.#line += chunk.slice(start, end);
      start = end + 1;
      const message = this.#takeLine();
      if (message !== null) await this.#pass(message, controller);
      if (performance.now() - sliceStartedAt > SLICE_MS) {
        await nextTurn();
        sliceStartedAt = performance.now();
      }
    }
    const rest = chunk.slice(start);
    this.#line += rest;
    this.#lineBytes += Buffer.byteLength(rest);
    if (this.#lineBytes > LARGEST_LINE_BYTES) {
      throw flooded(`a line of more than ${LARGEST_LINE_BYTES / MEBIBYTE} MiB`);
    }
  }

  /** The message in the line that is whole now; null for garbage, and for updates that nobody reads. */
  #takeLine(): AnyMessage | null {
    const text = this.#line.trim();
    this.#progress += 1;
    this.#line = '';
    this.#lineBytes = 0;
    if (text === '') return null;
    const message = messageOf(text);
    if (message === null) {
      this.#takeGarbage(text);
      return null;
    }
    this.#spokeProtocol = true;
    return isUnreadUpdate(message) ? null : message;
  }

  async #pass(
    message: AnyMessage,
    controller: ReadableStreamDefaultController<AnyMessage>,
  ): Promise<void> {
    if ((controller.desiredSize ?? 0) <= 0) {
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
    }
    controller.enqueue(message);
  }

  #takeGarbage(text: string): void {
    this.#garbageBytes += text.length;
    this.#garbageLines += 1;
    if (this.#garbageLines <= GARBAGE_LINES) {
      // Before anything is cut off: half a secret would not be found any more.
      const clean = this.#redactor.text(text);
      this.#firstGarbage ??= clean;
      this.#watcher.onGarbage(clean);
    }
    this.#turnGarbageLines += 1;
    if (this.#turnGarbageLines > TURN_GARBAGE_LINES) {
      throw flooded(`more than ${TURN_GARBAGE_LINES} lines in one turn that are not the protocol`);
    }
    const tooMuch = this.#garbageLines > GARBAGE_LINES || this.#garbageBytes > GARBAGE_BYTES;
    if (tooMuch && this.onlyGarbage !== null) throw new BrokenLimit(this.onlyGarbage);
  }
}

class BrokenLimit extends Error {
  readonly workError: WorkError;

  constructor(error: WorkError) {
    super(error.message);
    this.workError = error;
  }
}

function flooded(what: string): BrokenLimit {
  return new BrokenLimit(workError('agent_flooded_output', `The agent printed ${what}.`));
}

function messageOf(text: string): AnyMessage | null {
  // Most garbage is told by its first letter, which is far cheaper than letting the parser fail.
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is AnyMessage {
  return (
    typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
  );
}

function isUnreadUpdate(message: AnyMessage): boolean {
  if (!('method' in message) || message.method !== 'session/update') return false;
  const { params } = message;
  if (typeof params !== 'object' || params === null || !('update' in params)) return false;
  const { update } = params;
  if (typeof update !== 'object' || update === null || !('sessionUpdate' in update)) return false;
  return !READ_UPDATES.has(update.sessionUpdate);
}
