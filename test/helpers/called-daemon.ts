import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type {
  CallResult,
  ContractInput,
  ContractMethod,
  ContractOutput,
  Startup,
} from '../../shared/contract.ts';

const program = fileURLToPath(new URL('../fixtures/called-daemon.ts', import.meta.url));

export interface CalledDaemonOptions {
  readonly home: string;
  readonly port: number;
  /** A command that runs the one it is given, in a world of its own. */
  readonly wrapper?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The daemon was gone before it answered: nobody knows whether it did what it was asked. */
export const GONE = { ok: false, problem: { code: 'gone', message: '', nextStep: '' } } as const;

/** Whoever takes longer to stop would never have. */
const LONGEST_STOP_MS = 25_000;

/** A daemon in a process of its own, called as a window calls it. */
export class CalledDaemon {
  readonly pid: number;
  /** Settles when it can be used, or cannot start; null when it was gone before. */
  readonly startup: Promise<Startup | null>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly #child: ChildProcess;
  #calls = 0;

  constructor({ home, port, wrapper = [], nodeArgs = [], env = {} }: CalledDaemonOptions) {
    const [command = process.execPath, ...args] = [
      ...wrapper,
      process.execPath,
      ...nodeArgs,
      program,
      home,
      String(port),
    ];
    this.#child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...env },
    });
    const { pid } = this.#child;
    if (pid === undefined) throw new Error(`${command} did not start`);
    this.pid = pid;
    this.exited = once(this.#child, 'exit').then(([code, signal]) => ({ code, signal }));
    this.startup = this.#message<Startup>((message) => message.startup);
  }

  /** Resolves when it answers calls. */
  async ready(): Promise<this> {
    const startup = await this.startup;
    if (startup?.state !== 'ready') throw new Error(`no daemon: ${JSON.stringify(startup)}`);
    return this;
  }

  async result<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
  ): Promise<CallResult<M>> {
    this.#calls += 1;
    const id = this.#calls;
    const answered = this.#message<CallResult<M>>((message) =>
      message.id === id ? message.result : undefined,
    );
    this.#child.send({ id, method, input }, () => {});
    return (await answered) ?? GONE;
  }

  async call<M extends ContractMethod>(
    method: M,
    input: ContractInput<M>,
  ): Promise<ContractOutput<M>> {
    const result = await this.result(method, input);
    if (!result.ok) throw new Error(JSON.stringify(result.problem));
    return result.value;
  }

  /** Resolves with its exit code when it is gone; null when a signal ended it, also for want of an end in good order. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), LONGEST_STOP_MS);
    const { code } = await this.exited;
    clearTimeout(patience);
    return code;
  }

  /** The first message that fits; null when the process is gone first. */
  async #message<Message>(fit: (message: Partial<Envelope>) => unknown): Promise<Message | null> {
    return new Promise((resolve) => {
      const listen = (message: Partial<Envelope>) => {
        const found = fit(message);
        if (found !== undefined) finish(found as Message);
      };
      const finish = (message: Message | null) => {
        this.#child.off('message', listen);
        resolve(message);
      };
      this.#child.on('message', listen);
      void this.exited.then(() => finish(null));
    });
  }
}

interface Envelope {
  readonly startup: unknown;
  readonly id: number;
  readonly result: unknown;
}
