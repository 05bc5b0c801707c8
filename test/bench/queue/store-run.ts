import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Synchronous = 'NORMAL' | 'FULL';

export interface StoreRun {
  readonly contender: 'store' | 'floor';
  readonly file: string;
  readonly synchronous: Synchronous;
  /** The daemon that the process plays; its tasks are in a project of that name. */
  readonly owner: string;
  /** `cycle`: claim → mark running → complete; `handlers`: the same with one of 2 ms; `claim`: only that is timed. */
  readonly work: 'enqueue' | 'cycle' | 'claim' | 'handlers';
  readonly forMs: number;
}

export interface StoreRunReport {
  readonly done: number;
  /** On the machine's clock, which all processes share. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** How long each transition took, where it was asked. */
  readonly transitionMs: readonly number[];
}

/** Processes that are kept from round to round, so that each contender runs as warm as the other. */
export class StoreRunners {
  readonly #processes: ChildProcess[] = [];

  /** Runs in as many processes as there are runs, all at the same time. */
  async run(runs: readonly StoreRun[]): Promise<readonly StoreRunReport[]> {
    while (this.#processes.length < runs.length) this.#processes.push(forkProgram('store-runner'));
    const processes = this.#processes.slice(0, runs.length);
    await Promise.all(
      runs.map(async (run, index) => {
        processes[index]?.send(run);
        await answerOf(processes[index]);
      }),
    );
    const reports = processes.map((process) => answerOf<StoreRunReport>(process));
    for (const process of processes) process.send('go');
    return Promise.all(reports);
  }

  stop(): void {
    for (const process of this.#processes) if (process.connected) process.disconnect();
  }
}

/** Runs a program beside this file as a process of its own. */
export function forkProgram(name: string, ...args: string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
}

/** The next message of a process. @throws when it dies instead. */
export async function answerOf<Answer>(process: ChildProcess | undefined): Promise<Answer> {
  if (process === undefined) throw new Error('There is no such process.');
  const stop = new AbortController();
  try {
    const [answer] = await Promise.race([
      once(process, 'message', { signal: stop.signal }),
      once(process, 'exit', { signal: stop.signal }).then(([code]) => {
        throw new Error(`A process of the benchmark ended with ${code}.`);
      }),
    ]);
    return answer as Answer;
  } finally {
    stop.abort();
  }
}
