import { expect } from 'vitest';
import type {
  NextFacts,
  PullName,
  RunPullRow,
  Unit,
} from '../../electron/daemon/store/pulls/pull-store.ts';
import type { NewRun } from '../../electron/daemon/store/runs/run-store.ts';
import type { PullFactsShown } from '../../shared/pulls.ts';
import { ME, StoreBench } from './store-bench.ts';

export const NOW = 9_000;
export const UNTIL = NOW + 1_000;
export const HEAD = 'b'.repeat(40);
export const NEWER = 'c'.repeat(40);
const PROJECT = { id: 'project-1', name: 'project-1', folder: '/projects/project-1' };
export const PULL: PullName = { host: 'forge.test', repository: 'ann/shop', number: 7 };

const runOf = (id: string): NewRun => ({
  ...{ id, projectId: PROJECT.id, goal: 'Mend', agent: 'claude', profile: 'careful' },
  ...{ folder: '/p', repository: '/p', baseBranch: 'main', baseCommit: 'a'.repeat(40) },
  ...{ branch: `fleetboard/${id}/1`, worktree: `/w/${id}`, check: 'true', createdBy: 'ann' },
  limits: { maxAttempts: 3, maxMs: null, maxCost: null },
});

/** The attempt that owns it. */
export const UNIT: Unit = { runId: 'run-1', unit: 'task-1' };

const FACTS: PullFactsShown = {
  state: 'open',
  checks: 'green',
  ...{ headCommit: HEAD, baseBranch: 'main', isMergeable: true, readAt: NOW },
  ...{ approvedBy: ['bob'], changesRequestedBy: [] },
};

/** With a number. */
export type PublishedRow = RunPullRow & PullName;

export function readyFacts(head: string): NextFacts {
  return {
    status: 'merge_ready',
    approvedHead: head,
    facts: { ...FACTS, headCommit: head },
    ...{ factsTag: `tag of ${head}`, trouble: null, failures: 0, nextReadAt: NOW + 60_000 },
  };
}

/** A store with a run and its pull request in it. */
export class PullBench extends StoreBench {
  /** A run that has ended with work. */
  async ended(id: string, taskId: string): Promise<void> {
    const { runs } = this.store;
    const first = { taskId, because: 'goal', prompt: 'Mend', notBefore: 0 } as const;
    await runs.start(runOf(id), first, PROJECT, ME, 1_000);
    await runs.enqueueIfPlanned(id, 1, ME, 2_000);
    const settled = {
      ...{ commit: HEAD, tree: HEAD, hasWork: true, cost: null, parkedMs: 0 },
      ...{ startedAt: 3_000, settledAt: 4_000, notes: [] },
    };
    await runs.settleIfEnqueued(id, 1, settled, ME, 4_000);
    const check = { exitCode: 0, output: '', failure: null };
    await runs.recordCheckIfSettled(id, 1, check, ME, 5_000);
    const end = { step: 'end', reason: 'passed', detail: 'Its check passed.' } as const;
    await runs.decideIfSettled(id, 1, 'passed', end, ME, 6_000);
  }

  async pull(runId = 'run-1'): Promise<PublishedRow> {
    const found = await this.store.pulls.find(runId);
    if (found?.number == null) throw new Error('there is no pull request');
    return { ...found, number: found.number };
  }

  async published(): Promise<PublishedRow> {
    const { pulls } = this.store;
    await this.ended('run-1', 'task-1');
    const begun = {
      ...{ runId: 'run-1', host: PULL.host, repository: PULL.repository, remote: 'origin' },
      ...{ headBranch: 'fleetboard/run-1/1', baseBranch: 'main', unit: 'task-1', requester: 'ann' },
      ...{ pushedCommit: null, approvedHead: null, facts: null, factsTag: null, trouble: null },
      ...{ failures: 0, nextReadAt: null, continuedFrom: null },
    };
    expect(await pulls.beginPublish(begun, null, ME, 'ann', NOW)).toEqual({ outcome: 'written' });
    const before = await pulls.find('run-1');
    if (before === null) throw new Error('nothing was begun');
    const opened = { number: 7, url: 'https://forge.test/ann/shop/pull/7', pushedCommit: HEAD };
    expect(await pulls.recordOpened(before, opened, ME, NOW)).toEqual({ outcome: 'claimed' });
    return this.pull();
  }

  async mergeReady(): Promise<PublishedRow> {
    const before = await this.published();
    await this.store.pulls.recordFacts(before, readyFacts(HEAD), [], ME, NOW);
    return this.pull();
  }

  reserve(token: string, unit = UNIT, now = NOW, until = UNTIL) {
    return this.store.pulls.reserve(PULL, unit, token, until, now);
  }

  proceed(before: PublishedRow, token: string, taskId = 'task-2', now = NOW) {
    const attempt = { taskId, prompt: 'Rename the flag' };
    return this.store.pulls.continueIfUnchanged({ before, token, attempt }, ME, 'ann', now);
  }

  /** All of it, without who is about to change it and what is in the history. */
  async everything() {
    const { pulls, runs, tasks } = this.store;
    return {
      row: await pulls.find('run-1'),
      owner: await pulls.ownerOf(PULL),
      run: await runs.find('run-1'),
      task: await tasks.find('task-2'),
    };
  }
}
