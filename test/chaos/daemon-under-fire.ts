import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StartInput } from '../../shared/contract.ts';
import { CalledDaemon } from '../helpers/called-daemon.ts';

/** A daemon that is killed and started again, always with the same port and home. */
export class DaemonUnderFire {
  readonly owner: string;
  /** How it ended when nobody had ended it. */
  readonly unexpectedEnds: string[] = [];
  readonly #home: string;
  readonly #port: number;
  #daemon: CalledDaemon;
  #isReady = false;

  constructor(home: string, port: number) {
    this.owner = `127.0.0.1:${port}`;
    this.#home = home;
    this.#port = port;
    this.#daemon = this.#start();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Resolves when it can be used, however often it is killed before. */
  async untilReady(): Promise<void> {
    while (!this.#isReady) {
      const startup = await this.#daemon.startup;
      if (startup?.state === 'failed') throw new Error(JSON.stringify(startup.problem));
      await nextTurn();
    }
  }

  /** The id of the task; null when it was killed before it answered: then nobody knows. */
  async enqueue(input: StartInput): Promise<string | null> {
    const result = await this.#daemon.result('task.start', input);
    if (result.ok && result.value.outcome === 'enqueued') return result.value.taskId;
    if (!result.ok && result.problem.code === 'gone') return null;
    throw new Error(JSON.stringify(result));
  }

  /** `kill -9`, and the next start as soon as it is gone. */
  async killAndStart(): Promise<void> {
    this.#isReady = false;
    await this.#daemon.end('SIGKILL');
    this.#daemon = this.#start();
  }

  /** Stops it in good order and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#daemon.end('SIGTERM');
  }

  async destroy(): Promise<void> {
    await this.#daemon.end('SIGKILL');
  }

  #start(): CalledDaemon {
    const daemon = new CalledDaemon({ home: this.#home, port: this.#port });
    void daemon.startup.then((startup) => {
      if (startup?.state === 'failed') this.unexpectedEnds.push(JSON.stringify(startup.problem));
      if (daemon === this.#daemon) this.#isReady = startup?.state === 'ready';
    });
    void daemon.exited.then(({ code, signal }) => {
      if (signal === 'SIGKILL' || code === 0) return;
      this.unexpectedEnds.push(`${this.owner} ended with ${signal ?? `exit code ${code}`}`);
    });
    return daemon;
  }
}
