import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import type { AgentTestOutcome } from '../../../../shared/agent-tests.ts';
import type { AgentConfiguration } from '../../../../shared/configuration.ts';
import { type Redactor, redactorOf } from '../redaction.ts';
import { WorkerProcess } from '../worker-process.ts';
import {
  type AgentTestProblemCode,
  agentTestProblem,
  asTestProblem,
} from './agent-test-problems.ts';
import { findCommand } from './find-command.ts';

/** However long a handshake may take otherwise: a person looks at a button. */
const LONGEST_TEST_MS = 120_000;

export interface AgentTestParts {
  readonly home: string;
  readonly log: Logger;
  readonly ownerDaemon: string;
  readonly version: string;
  readonly agent: (id: string) => AgentConfiguration | undefined;
  readonly agentIds: () => readonly string[];
  readonly handshakeTimeoutMs: () => number;
}

/**
 * Starts agents to see whether they can be talked to, each in a folder and a process group of its own. They are none of
 * the queue's workers: no slot is taken and nothing is recorded. Their processes bear this daemon's mark, so that what a
 * crash leaves is found by the next start.
 */
export class AgentTests {
  readonly #parts: AgentTestParts;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: AgentTestParts) {
    this.#parts = parts;
  }

  /** Resolves when nothing of the agent is left. */
  async run(id: string): Promise<AgentTestOutcome> {
    const agent = this.#parts.agent(id);
    if (agent === undefined) {
      return { outcome: 'unknown_agent', offered: [...this.#parts.agentIds()] };
    }
    if (this.#stop.signal.aborted) return failed('stopped', 'The daemon stops.');
    const redactor = redactorOf(agent, process.env);
    const test = agent.protocol === 'command' ? this.#look(agent) : this.#try(agent, redactor);
    this.#running.add(test);
    try {
      return redactor.deep(await test);
    } finally {
      this.#running.delete(test);
    }
  }

  /** Ends the tests that are under way. Resolves when nothing of them is left. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([...this.#running]);
  }

  async #look({ command, env }: AgentConfiguration): Promise<AgentTestOutcome> {
    const at = findCommand(command, this.#parts.home, env.PATH ?? process.env.PATH);
    if (at !== null) return { outcome: 'command_found', at };
    return failed('not_found', `The command "${command}" was not found.`);
  }

  async #try(agent: AgentConfiguration, redactor: Redactor): Promise<AgentTestOutcome> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fleetboard-agent-test-'));
    try {
      return await this.#tryIn(folder, agent, redactor);
    } finally {
      await this.#clear(folder);
    }
  }

  /** What became of the test is worth more than its folder. */
  async #clear(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      this.#parts.log.warn({ err: error, folder }, 'folder of an agent test not removed');
    }
  }

  async #tryIn(
    folder: string,
    agent: AgentConfiguration,
    redactor: Redactor,
  ): Promise<AgentTestOutcome> {
    const { home, ownerDaemon, version, handshakeTimeoutMs } = this.#parts;
    // The whole protocol with its schemas: a window must not wait for that before its first board.
    const { TestedAgent } = await import('./tested-agent.ts');
    const startedAt = performance.now();
    const started = await WorkerProcess.start({
      command: agent.command,
      args: agent.args,
      env: agent.env,
      folder,
      mark: { ownerDaemon, home, sessionId: `agent-test-${randomUUID()}` },
      onProcess: () => {},
    });
    if (started.outcome === 'failed') {
      return { outcome: 'agent_test_failed', problem: asTestProblem(started.error) };
    }
    const tested = new TestedAgent(started.process, redactor);
    const limitMs = Math.min(handshakeTimeoutMs(), LONGEST_TEST_MS);
    const over = new AbortController();
    try {
      const result = await Promise.race([
        tested.greet({ agent, workFolder: folder, version }),
        after(limitMs, over.signal).then(() =>
          tested.why('timed_out', `The agent did not answer within ${limitMs} ms.`),
        ),
        aborted(this.#stop.signal, over.signal).then(() => failed('stopped', 'The daemon stops.')),
      ]);
      if (result.outcome !== 'agent_answered') return result;
      return { ...result, tookMs: Math.round(performance.now() - startedAt) };
    } finally {
      over.abort();
      await tested.end();
    }
  }
}

function failed(code: AgentTestProblemCode, message: string) {
  return {
    outcome: 'agent_test_failed' as const,
    problem: agentTestProblem(code, message),
  };
}

/** Never resolves once it does not matter any more. */
function after(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    over.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}
