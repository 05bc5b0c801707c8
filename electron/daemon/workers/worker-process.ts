import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { type WorkError, workError } from '../../../shared/work-errors.ts';
import {
  endWorkerProcesses,
  markEnvironment,
  signalGroup,
  type WorkerMark,
} from './process-group.ts';
import { processFacts } from './process-table.ts';
import type { ProcessIdentity } from './worker-handle.ts';

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly mark: WorkerMark;
  /** Called in the turn of the event loop in which the process was created. */
  readonly onProcess: (identity: ProcessIdentity) => void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export type ProcessStart =
  | { readonly outcome: 'started'; readonly process: WorkerProcess }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** What is kept of standard error, for the message of a failure. */
const STDERR_TAIL = 4_000;

/** The leader of a worker's process group, with its pipes. */
export class WorkerProcess {
  readonly identity: ProcessIdentity;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the leader has exited; other processes of the group may still be there. */
  readonly exited: Promise<ProcessExit>;
  readonly #child: ChildProcess;
  readonly #sessionId: string;
  #stderrTail = '';
  #stopped = false;

  private constructor(
    child: ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable },
    identity: ProcessIdentity,
    sessionId: string,
  ) {
    this.#child = child;
    this.#sessionId = sessionId;
    this.identity = identity;
    this.stdin = child.stdin;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    // An agent that exits before it reads makes the write fail; its exit tells what happened.
    this.stdin.on('error', () => {});
    this.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderrTail = (this.#stderrTail + text).slice(-STDERR_TAIL);
    });
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  /** Starts a process as the leader of a group and a session of its own. */
  static async start(request: ProcessRequest): Promise<ProcessStart> {
    const child = spawn(request.command, request.args, {
      cwd: request.folder,
      env: { ...process.env, ...request.env, ...markEnvironment(request.mark) },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
    const { pid } = child;
    if (pid === undefined) return { outcome: 'failed', error: await whyNotStarted(child, request) };
    const identity = { pid, startedToken: processFacts(pid)?.startedToken ?? 'gone' };
    request.onProcess(identity);
    return {
      outcome: 'started',
      process: new WorkerProcess(child, identity, request.mark.sessionId),
    };
  }

  isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  signal(signal: 'stop' | 'continue'): 'signalled' | 'gone' | 'unsupported' {
    if (process.platform === 'win32') return 'unsupported';
    const sent = signalGroup(this.identity.pid, signal === 'stop' ? 'SIGSTOP' : 'SIGCONT');
    if (sent) this.#stopped = signal === 'stop';
    return sent ? 'signalled' : 'gone';
  }

  /** Resolves when neither the group nor anything that left it is there any more. */
  async end(): Promise<void> {
    this.#stopped = false;
    await endWorkerProcesses(this.identity.pid, this.#sessionId);
    // A process that nobody of ours started may hold the pipes open; they are of no use any more.
    this.stdin.destroy();
    this.stdout.destroy();
    this.stderr.destroy();
  }

  /** The end of what it printed to standard error, for a message. */
  lastWords(): string {
    const lines = this.#stderrTail.trim().split('\n').slice(-5).join('\n');
    return lines === '' ? '' : ` It last said: ${lines}`;
  }
}

async function whyNotStarted(child: ChildProcess, request: ProcessRequest): Promise<WorkError> {
  const error = await new Promise<Error>((resolve) => child.once('error', resolve));
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') {
    return workError('agent_not_found', `The command "${request.command}" was not found.`);
  }
  if (code === 'EACCES') {
    return workError('agent_not_found', `"${request.command}" may not be executed.`);
  }
  if (code === 'E2BIG') {
    return workError('worker_could_not_start', 'The prompt is too long for a command line.');
  }
  return workError('worker_could_not_start', error.message);
}

/** How a process ended, for a message. */
export function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
}
