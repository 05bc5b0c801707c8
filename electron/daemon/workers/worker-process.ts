import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type WorkError, workError } from '../../../shared/work-errors.ts';
import {
  endWorkerProcesses,
  markEnvironment,
  signalGroup,
  type WorkerMark,
} from './process-group.ts';
import { isStillThere, processFacts } from './process-table.ts';
import type { ProcessIdentity } from './worker-handle.ts';
import { WITHOUT_GIT_LOCATIONS } from './worktrees/git.ts';

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

type PipedChild = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable };

/** What is kept of standard error, for the message of a failure. */
const STDERR_TAIL = 8_000;

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
  #gone: Promise<void> | null = null;

  private constructor(child: PipedChild, identity: ProcessIdentity, sessionId: string) {
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
    if (!isFolder(request.folder)) {
      const message = `The folder ${request.folder} is no longer there.`;
      return { outcome: 'failed', error: workError('folder_missing', message) };
    }
    let child: PipedChild;
    try {
      child = spawn(request.command, request.args, {
        cwd: request.folder,
        env: {
          ...process.env,
          ...WITHOUT_GIT_LOCATIONS,
          ...request.env,
          ...markEnvironment(request.mark),
        },
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
        windowsHide: true,
      });
    } catch (error) {
      return { outcome: 'failed', error: whyNotStarted(error, request.command) };
    }
    const { pid } = child;
    if (pid === undefined) {
      const error = await new Promise((resolve) => child.once('error', resolve));
      return { outcome: 'failed', error: whyNotStarted(error, request.command) };
    }
    const identity = { pid, startedToken: processFacts(pid)?.startedToken ?? 'not told' };
    request.onProcess(identity);
    return {
      outcome: 'started',
      process: new WorkerProcess(child, identity, request.mark.sessionId),
    };
  }

  /** Asked of the operating system: after a sleep the news of an exit can be late. */
  isAlive(): boolean {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return false;
    return isStillThere({ ...this.identity, group: this.identity.pid });
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  signal(signal: 'stop' | 'continue'): 'signalled' | 'gone' | 'unsupported' {
    if (process.platform === 'win32') return 'unsupported';
    if (this.#gone !== null) return 'gone';
    const sent = signalGroup(this.identity.pid, signal === 'stop' ? 'SIGSTOP' : 'SIGCONT');
    if (sent) this.#stopped = signal === 'stop';
    return sent ? 'signalled' : 'gone';
  }

  /** Resolves when neither the group nor anything that left it is there any more. */
  end(): Promise<void> {
    this.#gone ??= this.#end();
    return this.#gone;
  }

  async #end(): Promise<void> {
    this.#stopped = false;
    await endWorkerProcesses(this.identity.pid, this.#sessionId);
    // A process that nobody of ours started may hold the pipes open; they are of no use any more.
    this.stdin.destroy();
    this.stdout.destroy();
    this.stderr.destroy();
  }

  /** The end of what it printed to standard error, before secrets are taken out. */
  get stderrTail(): string {
    return this.#stderrTail.trim();
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

function whyNotStarted(error: unknown, command: string): WorkError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return workError('agent_not_found', `The command "${command}" was not found.`);
    case 'EACCES':
      return workError('agent_not_found', `"${command}" may not be executed.`);
    case 'E2BIG':
      return workError('worker_could_not_start', 'Its arguments are too long for a command line.');
    default:
      return workError(
        'worker_could_not_start',
        error instanceof Error ? error.message : String(error),
      );
  }
}

/** How a process ended, for a message. */
export function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
}
