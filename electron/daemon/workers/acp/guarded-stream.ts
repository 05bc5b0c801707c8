import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';

const LARGEST_LINE_BYTES = 8 * 1024 * 1024;
const LARGEST_TURN_BYTES = 32 * 1024 * 1024;
/** What may come before the first message of the protocol: a banner, not a program that speaks something else. */
const GARBAGE_LINES = 25;
const GARBAGE_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

export interface StreamWatcher {
  /** Something was printed, protocol or not. */
  readonly onOutput: () => void;
  /** A line that is no message; at most the first of them are told. */
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
  /** Lines that were no messages, before the first that was one. */
  garbageLines = 0;
  spokeProtocol = false;
  readonly #watcher: StreamWatcher;
  #garbageBytes = 0;
  #turnBytes = 0;
  #wanted: () => void = () => {};

  constructor(stdin: Writable, stdout: Readable, watcher: StreamWatcher) {
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
          stdout.destroy();
        },
      }),
    };
  }

  /** The limit of output counts per turn. */
  beginTurn(): void {
    this.#turnBytes = 0;
  }

  async #pump(
    stdout: Readable,
    controller: ReadableStreamDefaultController<AnyMessage>,
  ): Promise<void> {
    try {
      for await (const line of this.#lines(stdout)) {
        const message = this.#parse(line);
        if (message === null) continue;
        if ((controller.desiredSize ?? 0) <= 0) {
          await new Promise<void>((resolve) => {
            this.#wanted = resolve;
          });
        }
        controller.enqueue(message);
      }
      controller.close();
    } catch (error) {
      if (error instanceof Broken) this.#watcher.onBroken(error.workError);
      try {
        controller.error(error);
      } catch {
        // The connection was closed first.
      }
    }
  }

  async *#lines(stdout: Readable): AsyncGenerator<string> {
    let parts: Buffer[] = [];
    let lineBytes = 0;
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      this.#watcher.onOutput();
      this.#turnBytes += chunk.byteLength;
      if (this.#turnBytes > LARGEST_TURN_BYTES) {
        throw flooded(`more than ${LARGEST_TURN_BYTES / 1024 / 1024} MiB in one turn`);
      }
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        parts.push(chunk.subarray(start, end));
        yield Buffer.concat(parts).toString('utf8');
        parts = [];
        lineBytes = 0;
        start = end + 1;
      }
      const rest = chunk.subarray(start);
      parts.push(rest);
      lineBytes += rest.byteLength;
      if (lineBytes > LARGEST_LINE_BYTES) {
        throw flooded(`a line of more than ${LARGEST_LINE_BYTES / 1024 / 1024} MiB`);
      }
      // Whatever else the daemon does gets its turn after every chunk.
      await nextTurn();
    }
  }

  #parse(line: string): AnyMessage | null {
    const text = line.trim();
    if (text === '') return null;
    try {
      const value: unknown = JSON.parse(text);
      if (isMessage(value)) {
        this.spokeProtocol = true;
        return value;
      }
    } catch {
      // Falls through: it is garbage.
    }
    this.#garbageBytes += line.length;
    this.garbageLines += 1;
    if (this.garbageLines <= GARBAGE_LINES) this.#watcher.onGarbage(text);
    const tooMuch = this.garbageLines > GARBAGE_LINES || this.#garbageBytes > GARBAGE_BYTES;
    if (tooMuch && !this.spokeProtocol) throw new Broken(garbageError(text));
    return null;
  }
}

export function garbageError(line: string): WorkError {
  const shown = line.length > 120 ? `${line.slice(0, 120)}…` : line;
  return workError(
    'agent_printed_garbage',
    `The agent printed something that is not the protocol: ${shown}`,
  );
}

class Broken extends Error {
  readonly workError: WorkError;

  constructor(error: WorkError) {
    super(error.message);
    this.workError = error;
  }
}

function flooded(what: string): Broken {
  return new Broken(workError('agent_flooded_output', `The agent printed ${what}.`));
}

function isMessage(value: unknown): value is AnyMessage {
  return (
    typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
  );
}
