import type { WorkError } from '../../../../shared/work-errors.ts';
import { workError } from '../../../../shared/work-errors.ts';
import type { TranscriptWriter } from '../transcripts/transcript-writer.ts';
import type { WorkerEvents } from '../worker-events.ts';
import type { ProcessIdentity, TurnResult, WorkerEvent, WorkerHandle } from '../worker-handle.ts';
import { describeExit, type ProcessExit, type WorkerProcess } from '../worker-process.ts';

const DIGEST_LENGTH = 4_000;

export interface CommandWorkerParts {
  readonly sessionId: string;
  readonly process: WorkerProcess;
  readonly transcript: TranscriptWriter;
  readonly events: WorkerEvents;
  readonly redact: (text: string) => string;
  readonly now: () => number;
}

/**
 * A program that is run once: exit 0 is done and the tail of its output the digest, anything else an error. Its process
 * waits at a gate until the prompt comes, so that it is on record before it does anything.
 */
export class CommandWorker implements WorkerHandle {
  readonly sessionId: string;
  readonly process: ProcessIdentity;
  readonly acceptsPrompts = false;
  readonly #parts: CommandWorkerParts;
  readonly #over: Promise<void>;
  #state: 'waiting' | 'running' | 'over' = 'waiting';
  #stdoutTail = '';
  #ending = false;

  constructor(parts: CommandWorkerParts) {
    this.#parts = parts;
    this.sessionId = parts.sessionId;
    this.process = parts.process.identity;
    this.#listen('stdout');
    this.#listen('stderr');
    this.#over = this.#untilOver();
  }

  isAlive(): boolean {
    return this.#parts.process.isAlive();
  }

  prompt(text: string): ReturnType<WorkerHandle['prompt']> {
    if (this.#state === 'running') return { outcome: 'busy' };
    if (this.#state === 'over' || this.#ending || !this.isAlive()) return { outcome: 'gone' };
    this.#state = 'running';
    this.#parts.transcript.append({ type: 'prompt', at: this.#parts.now(), text });
    this.#parts.process.stdin.end(gateInput(text));
    return { outcome: 'accepted', turn: 1 };
  }

  answer(): { outcome: 'gone' } {
    return { outcome: 'gone' };
  }

  note(text: string): void {
    this.#parts.transcript.append({ type: 'note', at: this.#parts.now(), text });
  }

  signal(signal: 'stop' | 'continue'): 'signalled' | 'gone' | 'unsupported' {
    const sent = this.#parts.process.signal(signal);
    if (sent === 'signalled') {
      this.note(signal === 'stop' ? 'Held: its processes are stopped.' : 'Resumed.');
    }
    return sent;
  }

  interrupt(): void {
    void this.cancel();
  }

  async cancel(): Promise<void> {
    this.#ending = true;
    await this.#parts.process.end();
    await this.#over;
  }

  subscribe(fromOffset: number, listener: (event: WorkerEvent) => void): () => void {
    return this.#parts.events.subscribe(fromOffset, listener);
  }

  #listen(name: 'stdout' | 'stderr'): void {
    const { transcript, now } = this.#parts;
    this.#parts.process[name].setEncoding('utf8').on('data', (text: string) => {
      if (name === 'stdout') this.#stdoutTail = (this.#stdoutTail + text).slice(-DIGEST_LENGTH * 2);
      transcript.append({ type: 'output', at: now(), stream: name, text });
    });
  }

  async #untilOver(): Promise<void> {
    const { process, transcript, events, now, redact } = this.#parts;
    const exit = await process.exited;
    await this.#drained();
    // What the command left running in its group goes with it.
    await process.end();
    const wasRunning = this.#state === 'running';
    this.#state = 'over';
    const result = this.#resultOf(exit);
    const error: WorkError | null =
      result.outcome === 'failed' && !this.#ending ? result.error : null;
    if (wasRunning) {
      transcript.append({
        type: 'ended',
        at: now(),
        outcome: result.outcome === 'done' ? 'done' : result.error.code,
        text: redact(describeExit(exit)),
      });
      transcript.flush();
      events.emit({ type: 'turn_ended', turn: 1, result });
    }
    transcript.close();
    events.emit({ type: 'exited', error });
  }

  /** The last output can arrive after the exit; it never does when another process holds the pipe. */
  async #drained(): Promise<void> {
    const { stdout, stderr } = this.#parts.process;
    const ended = (stream: typeof stdout) =>
      stream.readableEnded || stream.destroyed
        ? Promise.resolve()
        : new Promise<void>((resolve) => stream.once('close', () => resolve()));
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, 200);
    });
    await Promise.race([Promise.all([ended(stdout), ended(stderr)]), longEnough]);
    clearTimeout(timer);
  }

  #resultOf(exit: ProcessExit): TurnResult {
    const { redact, process } = this.#parts;
    if (exit.code === 0) return { outcome: 'done', digest: redact(lastLines(this.#stdoutTail)) };
    if (this.#ending) {
      return { outcome: 'failed', error: workError('turn_was_cancelled', 'The worker was ended.') };
    }
    const lastWords =
      process.lastWords() ||
      (this.#stdoutTail.trim() && ` It last said: ${lastLines(this.#stdoutTail, 500)}`);
    const message = redact(`The command ended with ${describeExit(exit)}.${lastWords}`);
    return {
      outcome: 'failed',
      error: workError(exit.signal === null ? 'command_failed' : 'command_was_killed', message),
    };
  }
}

/**
 * The arguments that make a shell wait for the prompt on its standard input and then become the command, which gets the
 * prompt as its last argument and an empty standard input.
 */
export function gatedCommand(command: string, args: readonly string[]): readonly string[] {
  const script =
    'IFS= read -r size || exit 125; prompt=$(head -c "$size"; printf x); exec "$@" "${prompt%x}" </dev/null';
  return ['-c', script, 'fleetboard', command, ...args];
}

function gateInput(prompt: string): string {
  return `${Buffer.byteLength(prompt)}\n${prompt}`;
}

/** The end of the output in whole lines. */
function lastLines(text: string, length = DIGEST_LENGTH): string {
  const trimmed = text.trim();
  if (trimmed.length <= length) return trimmed;
  const tail = trimmed.slice(-length);
  const lineStart = tail.indexOf('\n') + 1;
  return tail.slice(lineStart);
}
