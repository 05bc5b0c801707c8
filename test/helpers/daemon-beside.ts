import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StartInput } from '../../shared/contract.ts';

const daemonProcess = fileURLToPath(new URL('../fixtures/daemon-process.ts', import.meta.url));

/** A second daemon on the home of a window, in a process of its own. */
export class DaemonBeside {
  readonly owner: string;
  /** Of what it was given to start, in that order. */
  readonly taskIds: readonly string[];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number, taskIds: readonly string[]) {
    this.#child = child;
    this.owner = `127.0.0.1:${port}`;
    this.taskIds = taskIds;
  }

  static async start(
    home: string,
    port: number,
    inputs: readonly StartInput[] = [],
  ): Promise<DaemonBeside> {
    const args = [daemonProcess, home, String(port), JSON.stringify(inputs)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    return new DaemonBeside(child, port, JSON.parse(line) as string[]);
  }

  /** Resolves when the operating system has collected it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}
