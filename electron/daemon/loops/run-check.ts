import { createHash, randomUUID } from 'node:crypto';
import type { AgentConfiguration } from '../../../shared/configuration.ts';
import type { CheckResult } from '../store/runs/run-store.ts';
import { lastLines } from '../workers/last-lines.ts';
import type {
  ProcessIdentity,
  TurnResult,
  WorkerHandle,
  WorkerHost,
} from '../workers/worker-handle.ts';

/** What is kept of what a check printed: enough for a person and for the next prompt. */
const LONGEST_OUTPUT = 16_000;

export interface CheckRequest {
  /** Runs a shell line, as the agent `command` does. */
  readonly shell: AgentConfiguration;
  readonly command: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** So that it is found and ended when its daemon is killed. */
  readonly record: (process: ProcessIdentity & { readonly sessionId: string }) => Promise<void>;
  readonly forget: (sessionId: string) => Promise<void>;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** Runs a command of the project in a worktree, as a worker of its own process group. */
export async function runCheck(workers: WorkerHost, request: CheckRequest): Promise<CheckResult> {
  const sessionId = randomUUID();
  let recorded: Promise<void> = Promise.resolve();
  const started = await workers.start(
    {
      sessionId,
      agentId: 'command',
      agent: request.shell,
      profile: () => ({ allow: [], commands: [], paths: [], toolBudget: 0 }),
      shape: 'ship',
      workFolder: request.folder,
      notes: [],
      env: request.env,
      agentSession: null,
    },
    (identity) => {
      recorded = request.record({ sessionId, ...identity });
      // Whoever waits for it hears of a failure.
      recorded.catch(() => {});
    },
  );
  try {
    await recorded;
    if (started.outcome === 'failed') return failedCheck(null, started.error.message);
    return await follow(started.handle, request);
  } finally {
    if (started.outcome === 'started') await started.handle.cancel();
    await request.forget(sessionId);
  }
}

async function follow(worker: WorkerHandle, request: CheckRequest): Promise<CheckResult> {
  let printed = '';
  const ended = new Promise<TurnResult>((resolve) => {
    worker.subscribe(0, (event) => {
      if (event.type === 'transcript' && event.entry.type === 'output') {
        printed = (printed + event.entry.text).slice(-2 * LONGEST_OUTPUT);
      }
      if (event.type === 'turn_ended') resolve(event.result);
    });
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    void worker.cancel();
  }, request.limitMs);
  const stop = () => void worker.cancel();
  request.signal.addEventListener('abort', stop);
  try {
    if (request.signal.aborted) return failedCheck(null, '');
    if (worker.prompt(request.command).outcome !== 'accepted') {
      return failedCheck(null, 'The check exited before it began.');
    }
    const result = await ended;
    const output = lastLines(printed, LONGEST_OUTPUT);
    // Whatever it says when it is asked to end, it did not get there by itself.
    if (isLate) {
      return failedCheck(null, `${output}\nEnded after ${Math.round(request.limitMs / 1_000)} s.`);
    }
    if (request.signal.aborted) return failedCheck(null, output);
    if (result.outcome === 'done') return { exitCode: 0, output, failure: null };
    return failedCheck(result.exitCode ?? null, output || result.error.message);
  } finally {
    clearTimeout(limit);
    request.signal.removeEventListener('abort', stop);
  }
}

function failedCheck(exitCode: number | null, output: string): CheckResult {
  return { exitCode, output: output.trim(), failure: failureOf(exitCode, output) };
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');

/** The same failure, whatever it took this time: durations, times of day and other numbers differ from run to run. */
function failureOf(exitCode: number | null, output: string): string {
  const plain = output.replace(COLOURS, '').replace(/[0-9a-f]*[0-9][0-9a-f]*/gi, '#');
  return createHash('sha256').update(`${exitCode}\n${plain}`).digest('hex').slice(0, 32);
}
