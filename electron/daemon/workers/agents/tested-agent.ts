import { setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import type { WorkError } from '../../../../shared/work-errors.ts';
import { GuardedStream } from '../acp/guarded-stream.ts';
import { drain } from '../drain.ts';
import { lastLines } from '../last-lines.ts';
import type { Redactor } from '../redaction.ts';
import { describeExit, type WorkerProcess } from '../worker-process.ts';
import {
  type AgentTestProblemCode,
  agentTestProblem,
  asTestProblem,
} from './agent-test-problems.ts';
import { type Greeted, greetAgent } from './greet-agent.ts';

/** A connection can end before the exit that caused it is known; waited for only then. */
const EXIT_TELLS_MS = 3_000;
const LONGEST_LAST_WORDS = 2_000;

/** One process, and the connection to it. */
export class TestedAgent {
  readonly #process: WorkerProcess;
  readonly #redactor: Redactor;
  readonly #guard: GuardedStream;
  readonly #connection: acp.ClientConnection;
  #broken: WorkError | null = null;
  #breaks: (error: WorkError) => void = () => {};

  constructor(process: WorkerProcess, redactor: Redactor) {
    this.#process = process;
    this.#redactor = redactor;
    this.#guard = new GuardedStream(process.stdin, process.stdout, redactor, {
      onOutput: () => {},
      onGarbage: () => {},
      onBroken: (error) => {
        this.#broken = error;
        this.#breaks(error);
      },
    });
    this.#connection = acp.client({ name: 'fleetboard' }).connect(this.#guard.stream);
  }

  async greet(greeting: Parameters<typeof greetAgent>[1]): Promise<Greeted> {
    const broke = new Promise<void>((resolve) => {
      this.#breaks = () => resolve();
      if (this.#broken !== null) resolve();
    });
    // Whoever holds its output open does not keep an exit from being noticed.
    const gone = this.#process.exited.then(() =>
      drain(this.#connection.closed, () => this.#guard.progress),
    );
    const greeted = greetAgent(this.#connection, greeting).catch(() => null);
    const first = await Promise.race([greeted, broke.then(() => null), gone.then(() => null)]);
    if (first !== null) return this.#broken === null ? first : this.why('refused', '');
    const exit = await Promise.race([this.#process.exited, pause(EXIT_TELLS_MS, null)]);
    const how = exit === null ? 'closed its output' : `exited with ${describeExit(exit)}`;
    return this.why('exited', `The agent ${how} before it answered.${this.#lastWords()}`);
  }

  /** What it printed instead of the protocol explains more than what followed from that. */
  why(code: AgentTestProblemCode, message: string): Greeted {
    const cause = this.#broken ?? this.#guard.onlyGarbage;
    const problem = cause === null ? agentTestProblem(code, message) : asTestProblem(cause);
    return { outcome: 'agent_test_failed', problem };
  }

  async end(): Promise<void> {
    this.#connection.close();
    await this.#process.end();
  }

  #lastWords(): string {
    // Before it is cut: half a secret would not be found any more.
    const clean = this.#redactor.text(this.#process.stderrTail);
    return clean === '' ? '' : ` It last said: ${lastLines(clean, LONGEST_LAST_WORDS)}`;
  }
}
