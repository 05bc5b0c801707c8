import { constants } from 'node:os';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { drain } from '../drain.ts';
import { lastLines } from '../last-lines.ts';
import { ProcessWorker, type ProcessWorkerParts } from '../process-worker.ts';
import type { TurnResult, WorkerHandle } from '../worker-handle.ts';
import { describeExit, type ProcessExit } from '../worker-process.ts';
import { gateInput } from './gate.ts';

const LONGEST_DIGEST = 4_000;
const LONGEST_LAST_WORDS = 2_000;

/**
 * A program that is run once: exit 0 is done and the tail of its output the digest, anything else an error. Its process
 * waits at a gate until the prompt comes, so that it is on record before it does anything.
 */
export class CommandWorker extends ProcessWorker implements WorkerHandle {
  readonly acceptsPrompts = false;
  readonly agentSession = null;
  readonly #parts: ProcessWorkerParts;
  readonly #over: Promise<void>;
  #state: 'waiting' | 'running' | 'over' = 'waiting';
  #stdoutTail = '';
  /** Characters so far, of both streams. */
  #printed = 0;
  #ending = false;

  constructor(parts: ProcessWorkerParts) {
    super(parts);
    this.#parts = parts;
    this.#listen('stdout');
    this.#listen('stderr');
    this.#over = this.#untilOver();
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

  interrupt(): void {
    void this.cancel();
  }

  async cancel(): Promise<void> {
    this.#ending = true;
    await this.#parts.process.end();
    await this.#over;
  }

  #listen(name: 'stdout' | 'stderr'): void {
    const { transcript, now } = this.#parts;
    this.#parts.process[name].setEncoding('utf8').on('data', (text: string) => {
      if (name === 'stdout') {
        this.#stdoutTail = (this.#stdoutTail + text).slice(-2 * LONGEST_DIGEST);
      }
      this.#printed += text.length;
      transcript.append({ type: 'output', at: now(), stream: name, text });
    });
  }

  async #untilOver(): Promise<void> {
    const { process, transcript, events, now } = this.#parts;
    const exit = await process.exited;
    await drain(this.#outputEnded(), () => this.#printed);
    // What the command left running goes with it.
    await process.end();
    const wasRunning = this.#state === 'running';
    this.#state = 'over';
    const result = this.#parts.redactor.deep(this.#resultOf(exit));
    if (wasRunning) {
      transcript.append({
        type: 'ended',
        at: now(),
        outcome: result.outcome === 'done' ? 'done' : result.error.code,
        text: describeExit(exit),
      });
      events.emit({ type: 'turn_ended', turn: 1, result });
    }
    transcript.close();
    const error: WorkError | null =
      result.outcome === 'failed' && !this.#ending ? result.error : null;
    events.emit({ type: 'exited', error });
  }

  async #outputEnded(): Promise<void> {
    const { stdout, stderr } = this.#parts.process;
    await Promise.all(
      [stdout, stderr].map((stream) =>
        stream.readableEnded || stream.destroyed
          ? undefined
          : new Promise<void>((resolve) => stream.once('close', resolve)),
      ),
    );
  }

  #resultOf(exit: ProcessExit): TurnResult {
    const { redactor, process } = this.#parts;
    // Secrets go before the cut, which could leave a part of one.
    const printed = redactor.text(this.#stdoutTail);
    if (exit.code === 0) return { outcome: 'done', digest: lastLines(printed, LONGEST_DIGEST) };
    if (this.#ending) {
      return { outcome: 'failed', error: workError('turn_was_cancelled', 'The worker was ended.') };
    }
    const words = lastLines(redactor.text(process.stderrTail) || printed, LONGEST_LAST_WORDS);
    const said = words === '' ? '' : ` It last said: ${words}`;
    const killer = killerOf(exit);
    return {
      outcome: 'failed',
      error:
        killer === null
          ? workError('command_failed', `The command ended with ${describeExit(exit)}.${said}`)
          : workError('command_was_killed', `The command was ended by ${killer}.${said}`),
      ...(exit.code !== null && { exitCode: exit.code }),
    };
  }
}

/** The signal that ended a command; a shell tells that of its own command by its exit code. */
function killerOf({ code, signal }: ProcessExit): string | null {
  if (signal !== null) return `signal ${signal}`;
  const name = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128);
  return name === undefined ? null : `signal ${name[0]}`;
}
