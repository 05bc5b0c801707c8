import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { vi } from 'vitest';
import type { RunPull } from '../../shared/pulls.ts';
import type { CalledDaemon } from './called-daemon.ts';
import { FORGE_TOKEN, TestForge } from './forge/test-forge.ts';
import { git } from './git-repository.ts';
import { LoopHome } from './loop-home.ts';

/** A home whose repository is on a forge. */
export class PullHome extends LoopHome {
  readonly forge: TestForge;

  private constructor(forge: TestForge, agents: Record<string, readonly string[]>) {
    super(agents, { dispatch: { backoffBaseMs: 0 } });
    this.forge = forge;
    const file = path.join(this.home, 'config.json');
    const configuration = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const forges = { [forge.repository.host]: { apiUrl: forge.apiUrl } };
    writeFileSync(file, JSON.stringify({ ...configuration, forges }));
    this.env.GITHUB_TOKEN = FORGE_TOKEN;
    forge.connect(this.repository);
    git(this.repository, 'push', '--quiet', '--force', 'origin', 'main');
  }

  static async create(
    folder: string,
    agents: Record<string, readonly string[]> = { mender: ['fix=1', 'again'] },
  ): Promise<PullHome> {
    return new PullHome(await TestForge.start(folder), agents);
  }

  /** A run that passed and was published. */
  async published(daemon: CalledDaemon): Promise<{ runId: string; number: number; head: string }> {
    const runId = await this.start(daemon, { agent: 'mender' });
    await this.ended(daemon, runId);
    const published = await daemon.call('run.publish', { runId });
    if (published.outcome !== 'published') throw new Error(JSON.stringify(published));
    const { number } = published;
    return { runId, number, head: this.headOf(number) };
  }

  /** The same, approved at its head with green checks, and seen so. */
  async mergeReady(daemon: CalledDaemon) {
    const pull = await this.published(daemon);
    await this.approved(daemon, pull.runId, pull.number);
    return pull;
  }

  /** Resolves when the approval of the present head was seen. */
  async approved(daemon: CalledDaemon, runId: string, number: number): Promise<string> {
    const head = this.headOf(number);
    this.forge.setChecks(head, 'test', 'success');
    this.forge.approve(number, head, 'bob');
    await this.untilPull(daemon, runId, ({ approvedHead }) => approvedHead === head);
    return head;
  }

  /** Reads the forge again and again until the pull request is as wished. */
  async untilPull(
    daemon: CalledDaemon,
    runId: string,
    wish: (pull: RunPull) => boolean,
  ): Promise<RunPull> {
    return vi.waitFor(
      async () => {
        await daemon.call('run.refreshPull', { runId });
        const { pull } = (await this.details(daemon, runId)).card;
        if (pull === null || !wish(pull)) throw new Error(`not yet: ${JSON.stringify(pull)}`);
        return pull;
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** The keeper has just read it, and reads it again in a minute. */
  async quiet(daemon: CalledDaemon, runId: string): Promise<void> {
    await daemon.call('run.refreshPull', { runId });
  }

  headOf(number: number): string {
    const tip = this.forge.git.tip(this.forge.pull(number).headBranch);
    if (tip === null) throw new Error(`#${number} has no branch`);
    return tip;
  }

  /** Changes rows as another program could. */
  database(change: (database: Database.Database) => void): void {
    const database = new Database(path.join(this.home, 'fleetboard.db'));
    try {
      change(database);
    } finally {
      database.close();
    }
  }

  /** Changes the agents of the configuration file. */
  reconfigure(change: (agents: Record<string, unknown>) => Record<string, unknown>): void {
    const file = path.join(this.home, 'config.json');
    const before = JSON.parse(readFileSync(file, 'utf8')) as { agents: Record<string, unknown> };
    writeFileSync(file, JSON.stringify({ ...before, agents: change(before.agents) }));
  }

  /** Every table that knows of pull requests and attempts, byte for byte; not what is being reserved. */
  stored(): unknown {
    return {
      pulls: this.rows('SELECT * FROM run_pulls'),
      owners: this.rows('SELECT owner_run, owner_unit, number, reservation_token FROM pull_owners'),
      attempts: this.rows('SELECT * FROM run_attempts'),
      tasks: this.rows('SELECT id, status, generation FROM dispatch_tasks'),
      runs: this.rows('SELECT id, status, round, head_commit FROM runs'),
    };
  }

  override async close(): Promise<void> {
    await super.close();
    await this.forge.stop();
  }
}
