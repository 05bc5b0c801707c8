import { vi } from 'vitest';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import type { RunDetails } from '../../shared/runs.ts';
import type { At, Ran, RunOptions } from './command-line.ts';
import { asJson, CommandedDaemon, type RanAsJson } from './commanded-daemon.ts';
import { LoopHome } from './loop-home.ts';

/** A home for loops whose daemon is served, and everything done to it by the command line. */
export class CommandedHome {
  readonly loops: LoopHome;
  readonly repository: string;
  readonly daemon: CommandedDaemon;

  private constructor(loops: LoopHome, daemon: CommandedDaemon) {
    this.loops = loops;
    this.repository = loops.repository;
    this.daemon = daemon;
  }

  static async serve(...[agents, configuration]: ConstructorParameters<typeof LoopHome>) {
    const loops = new LoopHome(agents, configuration);
    return new CommandedHome(loops, await CommandedDaemon.serve(loops.home));
  }

  get at(): At {
    return this.daemon.at;
  }

  run(...args: string[]): Promise<Ran> {
    return this.ran(['run', ...args]);
  }

  ran(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return this.daemon.ran(args, { cwd: this.repository, ...options });
  }

  /** Runs it with --json and reads what it printed. */
  async json(...args: string[]): Promise<RanAsJson> {
    return asJson(await this.ran(['--json', ...args]));
  }

  /** Starts a run by `run start` in the repository, and returns its id. */
  async start(agent: string, check: string, goal: string, ...options: string[]): Promise<string> {
    const args = ['start', '--agent', agent, '--check', check, ...options, '--', goal];
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  /** A run of one attempt that has passed, made by a shell line. */
  async passed(line: string): Promise<string> {
    const id = await this.start('command', 'true', line);
    await this.until(id, ({ card }) => card.status === 'ended');
    return id;
  }

  async details(id: string): Promise<RunDetails> {
    const { at, owner } = this.daemon;
    const answer = await callDaemon({ home: at.home, owner }, 'run.details', { runId: id });
    if (!answer.ok || answer.value.outcome !== 'found') throw new Error(JSON.stringify(answer));
    return answer.value.details;
  }

  async until(id: string, wish: (details: RunDetails) => boolean): Promise<RunDetails> {
    return vi.waitFor(
      async () => {
        const details = await this.details(id);
        if (!wish(details)) throw new Error(`not yet: ${JSON.stringify(details.card)}`);
        return details;
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  async close(): Promise<void> {
    await this.daemon.end();
    await this.loops.close();
  }
}
