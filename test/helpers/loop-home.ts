import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { ContractOutput } from '../../shared/contract.ts';
import type { RunCard, RunDetails, RunStartInput } from '../../shared/runs.ts';
import { CalledDaemon } from './called-daemon.ts';
import { readRows } from './database-reader.ts';
import { freePort } from './free-port.ts';
import { createRepository } from './git-repository.ts';
import { temporaryFolder } from './temporary-folder.ts';

const dieAt = fileURLToPath(new URL('../fixtures/die-at.ts', import.meta.url));
const agentFile = fileURLToPath(new URL('../fixtures/agents/looping-agent.mjs', import.meta.url));

/** Succeeds once the file says "fixed", and says on standard error what it says otherwise. */
export const CHECK =
  'grep -q fixed result.txt 2>/dev/null || { echo "not fixed: $(cat result.txt 2>&1)" >&2; exit 3; }';

/** A home with a repository beside it, a daemon that can be killed, and agents that loop. */
export class LoopHome {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
  /** What the agents wrote down. */
  readonly log: string;
  readonly #remove: () => void;
  readonly #daemons: CalledDaemon[] = [];
  #port = 0;
  /** Of each daemon. */
  readonly env: Record<string, string> = {};

  constructor(
    agents: Readonly<Record<string, readonly string[]>> = {},
    configuration: Record<string, unknown> = {},
  ) {
    const { path: folder, remove } = temporaryFolder('loops');
    this.folder = folder;
    this.#remove = remove;
    this.home = path.join(folder, 'home');
    mkdirSync(this.home);
    this.log = path.join(folder, 'agents.log');
    this.repository = createRepository(folder);
    const { dispatch = {}, ...rest } = configuration as { dispatch?: Record<string, unknown> };
    writeFileSync(
      path.join(this.home, 'config.json'),
      JSON.stringify({
        ...rest,
        dispatch: { tickMs: 100, backoffBaseMs: 10, ...dispatch },
        agents: Object.fromEntries(
          Object.entries(agents).map(([name, wishes]) => [
            name,
            { protocol: 'acp', command: process.execPath, args: [agentFile, this.log, ...wishes] },
          ]),
        ),
      }),
    );
  }

  /** A daemon; with patterns it dies where the last one fits (test/fixtures/die-at.ts). */
  async daemon(...patterns: string[]): Promise<CalledDaemon> {
    if (this.#port === 0) this.#port = await freePort();
    const daemon = new CalledDaemon({
      home: this.home,
      port: this.#port,
      nodeArgs: patterns.length === 0 ? [] : ['--import', dieAt],
      env: { ...this.env, FLEETBOARD_TEST_DIE_AT: JSON.stringify(patterns) },
    });
    this.#daemons.push(daemon);
    return daemon.ready();
  }

  input(input: Partial<RunStartInput> = {}): RunStartInput {
    return {
      goal: 'Mend the result',
      agent: 'command',
      profile: 'standard',
      folder: this.repository,
      base: null,
      check: CHECK,
      maxAttempts: 5,
      maxMinutes: 60,
      maxCost: null,
      ...input,
    };
  }

  async start(daemon: CalledDaemon, input: Partial<RunStartInput> = {}): Promise<string> {
    const started = await daemon.call('run.start', this.input(input));
    if (started.outcome !== 'run_started') throw new Error(JSON.stringify(started));
    return started.runId;
  }

  async details(daemon: CalledDaemon, runId: string): Promise<RunDetails> {
    const found = await daemon.call('run.details', { runId });
    if (found.outcome !== 'found') throw new Error(`no run ${runId}`);
    return found.details;
  }

  /** Resolves with the run when it is as wished. */
  async until(
    daemon: CalledDaemon,
    runId: string,
    wish: (card: RunCard) => boolean,
  ): Promise<RunDetails> {
    return vi.waitFor(
      async () => {
        const details = await this.details(daemon, runId);
        if (!wish(details.card)) {
          throw new Error(
            `not yet: ${JSON.stringify({ ...details.card, history: details.history })}`,
          );
        }
        return details;
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  ended(daemon: CalledDaemon, runId: string): Promise<RunDetails> {
    return this.until(daemon, runId, ({ status }) => status !== 'working');
  }

  /** Merges with the tips that the prediction names. */
  async merge(
    daemon: CalledDaemon,
    runId: string,
    method: 'merge' | 'squash' | 'rebase' = 'merge',
  ): Promise<ContractOutput<'run.merge'>> {
    const predicted = await daemon.call('run.predictMerge', { runId });
    if (predicted.outcome !== 'predicted' || predicted.prediction.outcome !== 'clean') {
      throw new Error(JSON.stringify(predicted));
    }
    const { headCommit } = predicted;
    const { baseCommit } = predicted.prediction;
    return daemon.call('run.merge', { runId, method, headCommit, baseCommit, message: null });
  }

  /** What the agents wrote down of one kind, without the kind. */
  logged(kind: 'prompt' | 'load' | 'asks' | 'answer'): string[][] {
    if (!existsSync(this.log)) return [];
    return readFileSync(this.log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[])
      .filter(([word]) => word === kind)
      .map(([, ...rest]) => rest);
  }

  rows<Row>(sql: string, ...parameters: unknown[]): Row[] {
    return readRows<Row>(this.home, sql, ...parameters);
  }

  async close(): Promise<void> {
    for (const daemon of this.#daemons) await daemon.end('SIGTERM');
    this.#remove();
  }
}
