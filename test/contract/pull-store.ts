import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Evidence,
  NextFacts,
  PullName,
  RunPullRow,
  Unit,
} from '../../electron/daemon/store/pulls/pull-store.ts';
import type { NewRun } from '../../electron/daemon/store/runs/run-store.ts';
import type { PullFactsShown } from '../../shared/pulls.ts';
import { ME, OTHER, StoreBench } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 9_000;
const UNTIL = NOW + 1_000;
const HEAD = 'b'.repeat(40);
const NEWER = 'c'.repeat(40);
const PROJECT = { id: 'project-1', name: 'project-1', folder: '/projects/project-1' };
const PULL: PullName = { host: 'forge.test', repository: 'ann/shop', number: 7 };
const runOf = (id: string): NewRun => ({
  ...{ id, projectId: PROJECT.id, goal: 'Mend', agent: 'claude', profile: 'careful' },
  ...{ folder: '/p', repository: '/p', baseBranch: 'main', baseCommit: 'a'.repeat(40) },
  ...{ branch: `fleetboard/${id}/1`, worktree: `/w/${id}`, check: 'true', createdBy: 'ann' },
  limits: { maxAttempts: 3, maxMs: null, maxCost: null },
});
const UNIT: Unit = { runId: 'run-1', unit: 'task-1' };
const FACTS: PullFactsShown = {
  state: 'open',
  checks: 'green',
  ...{ headCommit: HEAD, baseBranch: 'main', isMergeable: true, readAt: NOW },
  ...{ approvedBy: ['bob'], changesRequestedBy: [] },
};

export function describePullStore(name: string, create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  /** A run that has ended with work. */
  async function ended(id: string, taskId: string): Promise<void> {
    const { runs } = bench.store;
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

  const row = async (runId = 'run-1'): Promise<RunPullRow & PullName> => {
    const found = await bench.store.pulls.find(runId);
    if (found?.number == null) throw new Error('there is no pull request');
    return { ...found, number: found.number };
  };

  async function published(): Promise<RunPullRow & PullName> {
    const { pulls } = bench.store;
    await ended('run-1', 'task-1');
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
    return row();
  }

  async function mergeReady(): Promise<RunPullRow & PullName> {
    const before = await published();
    await bench.store.pulls.recordFacts(before, readyFacts(HEAD), [], ME, NOW);
    return row();
  }

  const readyFacts = (head: string): NextFacts => ({
    status: 'merge_ready',
    ...{
      approvedHead: head,
      facts: { ...FACTS, headCommit: head },
    },
    ...{ factsTag: `tag of ${head}`, trouble: null, failures: 0, nextReadAt: NOW + 60_000 },
  });

  const reserve = (token: string, unit = UNIT, now = NOW, until = UNTIL) =>
    bench.store.pulls.reserve(PULL, unit, token, until, now);

  const proceed = (before: RunPullRow & PullName, token: string, taskId = 'task-2', now = NOW) =>
    bench.store.pulls.continueIfUnchanged(
      { before, token, attempt: { taskId, prompt: 'Rename the flag' } },
      ME,
      'ann',
      now,
    );

  /** All of it, without who is about to change it and what is in the history. */
  async function everything() {
    const { pulls, runs, tasks } = bench.store;
    const { version: _, ...owner } = (await ownerRow()) ?? { version: 0 };
    return {
      row: await pulls.find('run-1'),
      owner,
      run: await runs.find('run-1'),
      task: await tasks.find('task-2'),
    };
  }

  const ownerRow = async () => {
    const owner = await bench.store.pulls.ownerOf(PULL);
    return owner === null ? null : { ...owner, version: 0 };
  };

  describe(`pull requests of the ${name} store`, () => {
    describe('claim', () => {
      it('takes what nobody owns, again for its owner, and never displaces', async () => {
        const { pulls } = bench.store;
        expect(await pulls.claimIfUnowned(PULL, UNIT, NOW)).toEqual({ outcome: 'claimed' });
        expect(await pulls.claimIfUnowned(PULL, UNIT, NOW)).toEqual({ outcome: 'claimed' });
        const other = { runId: 'run-2', unit: 'task-9' };
        expect(await pulls.claimIfUnowned(PULL, other, NOW)).toEqual({
          ...{ outcome: 'publication_ownership_changed', ownedBy: 'task-1 of run run-1' },
        });
        expect(await pulls.ownerOf(PULL)).toMatchObject(UNIT);
        expect(await pulls.ownerOf({ ...PULL, number: 8 })).toBeNull();
      });

      it('by one of two at once', async () => {
        const { pulls } = bench.store;
        const second = bench.database.open();
        const other = { runId: 'run-2', unit: 'task-9' };
        const claims = await Promise.all([
          pulls.claimIfUnowned(PULL, UNIT, NOW),
          second.pulls.claimIfUnowned(PULL, other, NOW),
        ]);
        expect(claims.map(({ outcome }) => outcome).sort()).toEqual([
          'claimed',
          'publication_ownership_changed',
        ]);
      });
    });

    describe('a reservation', () => {
      it("is the owner's alone, one at a time, until it is given back or expires", async () => {
        const { pulls } = bench.store;
        await pulls.claimIfUnowned(PULL, UNIT, NOW);
        expect(await reserve('one')).toEqual({ outcome: 'reserved' });
        expect(await reserve('two')).toEqual({ outcome: 'pull_reserved', untilAt: UNTIL });
        expect(await reserve('two', { ...UNIT, unit: 'task-0' })).toMatchObject({
          outcome: 'publication_ownership_changed',
        });
        expect(await pulls.unreserve('wrong', NOW)).toBe(false);
        expect(await pulls.unreserve('one', NOW)).toBe(true);
        expect(await reserve('two')).toEqual({ outcome: 'reserved' });
        expect(await reserve('three', UNIT, UNTIL - 1)).toMatchObject({ outcome: 'pull_reserved' });
        expect(await reserve('three', UNIT, UNTIL, UNTIL + 1_000)).toEqual({ outcome: 'reserved' });
        // The one that expired gives nothing back any more.
        expect(await pulls.unreserve('two', UNTIL)).toBe(false);
      });
    });

    describe('a transfer', () => {
      const to = { runId: 'run-1', unit: 'task-2' };
      it('needs the token and the still-current owner', async () => {
        const { pulls } = bench.store;
        await pulls.claimIfUnowned(PULL, UNIT, NOW);
        await reserve('one');
        const transfer = (token: string, from = UNIT, now = NOW) =>
          pulls.transfer(PULL, token, from, to, now);
        expect(await transfer('wrong')).toEqual({ outcome: 'race_lost', race: 'reservation_lost' });
        expect(await transfer('one', { ...UNIT, unit: 'task-0' })).toEqual({
          ...{ outcome: 'race_lost', race: 'owner_changed' },
        });
        expect(await transfer('one', UNIT, UNTIL)).toEqual({
          ...{ outcome: 'race_lost', race: 'reservation_lost' },
        });
        expect(await transfer('one')).toEqual({ outcome: 'written' });
        expect(await pulls.ownerOf(PULL)).toEqual({ ...to, reservedUntilAt: null });
      });
    });

    it('is published once: owned by its attempt, with evidence of the work', async () => {
      const before = await published();
      expect(before).toMatchObject({ status: 'open', pushedCommit: HEAD, approvedHead: null });
      expect(await bench.store.pulls.ownerOf(PULL)).toMatchObject(UNIT);
      expect(await bench.store.pulls.evidenceOf(PULL)).toEqual([
        { ...PULL, ...UNIT, kind: 'coding_completed', requester: 'ann', head: HEAD },
      ]);
      const { runs } = await bench.store.board.changesSince(0, 10);
      expect(runs).toMatchObject([{ pull: { number: 7, status: 'open', ownerOrdinal: 1 } }]);
    });

    it('that somebody else owns is not taken with its number, and the row stays as it was', async () => {
      const { pulls } = bench.store;
      await pulls.claimIfUnowned(PULL, { runId: 'run-9', unit: 'task-9' }, NOW);
      await expect(published()).rejects.toThrow();
      expect(await pulls.find('run-1')).toMatchObject({ status: 'publishing', number: null });
      expect(await pulls.ownerOf(PULL)).toMatchObject({ runId: 'run-9' });
    });

    describe('continuing what is merge-ready', () => {
      it('replaces the row, transfers the pull request and queues the attempt, all at once', async () => {
        const before = await mergeReady();
        await reserve('one');
        const continued = await proceed(before, 'one');
        expect(continued).toMatchObject({
          outcome: 'continued',
          ordinal: 2,
          task: { status: 'queued' },
        });
        expect(await everything()).toMatchObject({
          row: { status: 'continuing', approvedHead: null, unit: 'task-2' },
          owner: { runId: 'run-1', unit: 'task-2', reservedUntilAt: null },
          run: {
            status: 'working',
            round: 2,
            attempts: [{}, { phase: 'enqueued', taskId: 'task-2' }],
          },
          task: { status: 'queued', kind: 'attempt', prompt: 'Rename the flag' },
        });
      });

      it('two at once: one attempt and one refusal', async () => {
        const before = await mergeReady();
        expect(await reserve('one')).toEqual({ outcome: 'reserved' });
        expect(await reserve('two')).toMatchObject({ outcome: 'pull_reserved' });
        const both = await Promise.all([proceed(before, 'one'), proceed(before, 'two', 'task-3')]);
        expect(both.map(({ outcome }) => outcome)).toEqual(['continued', 'race_lost']);
        expect((await bench.store.runs.find('run-1'))?.attempts).toHaveLength(2);
      });

      it.each([
        [
          'a review was read in between',
          'row_changed',
          async (before: RunPullRow & PullName) => {
            await bench.store.pulls.recordFacts(before, readyFacts(NEWER), [], ME, NOW);
          },
        ],
        [
          'its reservation was given back',
          'reservation_lost',
          async () => {
            await bench.store.pulls.unreserve('one', NOW);
          },
        ],
        [
          'it was transferred',
          'owner_changed',
          async () => {
            const to = { runId: 'run-9', unit: 'task-9' };
            await bench.store.pulls.transfer(PULL, 'one', UNIT, to, NOW);
          },
        ],
        [
          'the run was merged by hand',
          'run_changed',
          async () => {
            await bench.store.runs.markMergedIfEnded('run-1', ME, NOW);
          },
        ],
      ] as const)('changes nothing when %s', async (_when, race, happens) => {
        const before = await mergeReady();
        await reserve('one');
        await happens(before);
        const then = await everything();
        expect(await proceed(before, 'one')).toEqual({ outcome: 'race_lost', race });
        expect(await everything()).toEqual(then);
      });

      it('changes nothing once its reservation has expired', async () => {
        const before = await mergeReady();
        await reserve('one');
        const then = await everything();
        expect(await proceed(before, 'one', 'task-2', UNTIL)).toEqual({
          ...{ outcome: 'race_lost', race: 'reservation_lost' },
        });
        expect(await everything()).toEqual(then);
      });

      it('changes nothing when its task cannot be inserted', async () => {
        const before = await mergeReady();
        await reserve('one');
        await bench.queued('spawn', { id: 'task-3' });
        const then = await everything();
        await expect(proceed(before, 'one', 'task-3')).rejects.toThrow(/UNIQUE/);
        expect(await everything()).toEqual(then);
      });

      it('changes nothing for another daemon', async () => {
        const before = await mergeReady();
        await reserve('one');
        const then = await everything();
        const attempt = { taskId: 'task-2', prompt: 'Rename' };
        const { pulls } = bench.store;
        expect(
          await pulls.continueIfUnchanged({ before, token: 'one', attempt }, OTHER, 'ann', NOW),
        ).toEqual({ outcome: 'race_lost', race: 'run_changed' });
        expect(await everything()).toEqual(then);
      });

      it('is taken back to the exact row, unless a newer one is there', async () => {
        const before = await mergeReady();
        await reserve('one');
        const continued = await proceed(before, 'one');
        if (continued.outcome !== 'continued') throw new Error(continued.race);
        await bench.store.runs.stopIfWorking('run-1', ME, 'ann', NOW);
        await bench.store.tasks.cancel('task-2', ME, 'ann', NOW);
        const settled = {
          ...{ commit: HEAD, tree: HEAD, hasWork: true, cost: null, parkedMs: 0 },
          ...{ startedAt: null, settledAt: NOW, notes: [] },
        };
        await bench.store.runs.settleIfEnqueued('run-1', 2, settled, ME, NOW);
        const end = { step: 'end', reason: 'stopped', detail: 'Stopped.' } as const;
        await bench.store.runs.decideIfSettled('run-1', 2, 'cancelled', end, ME, NOW);

        const { pulls } = bench.store;
        const after = await row();
        const newer = { ...after, version: after.version + 1 };
        expect(await pulls.rollBackIfUnchanged(newer, before, ME, NOW)).toEqual({
          ...{ outcome: 'race_lost', race: 'row_changed' },
        });
        expect(await pulls.rollBackIfUnchanged(after, before, ME, NOW)).toEqual({
          outcome: 'written',
        });
        const { version: _, nextReadAt: __, ...restored } = await row();
        expect(before).toMatchObject(restored);
        expect(await pulls.ownerOf(PULL)).toMatchObject(UNIT);
      });
    });

    describe('what stands on the forge', () => {
      it.each(['merge', 'discard', 'request changes'] as const)(
        'is not settled here: %s is refused',
        async (what) => {
          await mergeReady();
          const { runs } = bench.store;
          const then = await everything();
          const merge = { baseCommit: HEAD, commit: NEWER, headCommit: HEAD };
          const attempt = {
            because: 'changes_requested',
            ...{ taskId: 'task-2', prompt: '', notBefore: 0 },
          } as const;
          const answer =
            what === 'merge'
              ? runs.beginMergeIfEnded('run-1', merge, ME, 'ann', NOW)
              : what === 'discard'
                ? runs.discardIfEnded('run-1', ME, 'ann', NOW)
                : runs.requestChangesIfEnded('run-1', attempt, ME, 'ann', NOW);
          expect(await answer).toMatchObject({ outcome: 'pull_open' });
          expect(await everything()).toEqual(then);
        },
      );

      it('is released by its owner alone, and can then be claimed by another', async () => {
        const before = await mergeReady();
        const { pulls } = bench.store;
        await reserve('one');
        expect(await pulls.release(before, ME, 'ann', NOW)).toMatchObject({
          outcome: 'pull_reserved',
        });
        await pulls.unreserve('one', NOW);
        const other = { runId: 'run-9', unit: 'task-9' };
        await reserve('two');
        await pulls.transfer(PULL, 'two', UNIT, other, NOW);
        expect(await pulls.release(before, ME, 'ann', NOW)).toMatchObject({
          outcome: 'publication_ownership_changed',
        });
        await reserve('three', other);
        await pulls.transfer(PULL, 'three', other, UNIT, NOW);
        expect(await pulls.release(before, ME, 'ann', NOW)).toEqual({ outcome: 'written' });
        expect(await pulls.find('run-1')).toMatchObject({ status: 'released' });
        expect(await pulls.claimIfUnowned(PULL, { runId: 'r', unit: 'u' }, NOW)).toEqual({
          outcome: 'claimed',
        });
      });

      it('merged there at an older head leaves the run what it made since', async () => {
        await mergeReady();
        const { pulls, runs } = bench.store;
        const merged = { commit: NEWER, headCommit: 'd'.repeat(40), facts: null };
        expect(await pulls.recordMerged('run-1', merged, ME, NOW)).toBe(false);
        expect(await runs.cardOf('run-1')).toMatchObject({
          ...{ status: 'ended', pull: { status: 'merged' } },
        });
      });

      it('merged there merges the run', async () => {
        await mergeReady();
        const { pulls, runs } = bench.store;
        const merged = { commit: NEWER, headCommit: HEAD, facts: null };
        expect(await pulls.recordMerged('run-1', merged, OTHER, NOW)).toBe(false);
        expect(await pulls.recordMerged('run-1', merged, ME, NOW)).toBe(true);
        expect(await runs.cardOf('run-1')).toMatchObject({
          ...{ status: 'merged', mergedCommit: NEWER, pull: { status: 'merged' } },
        });
      });

      it('is pushed to under its reservation alone, which forgets the approved head', async () => {
        const before = await mergeReady();
        const { pulls } = bench.store;
        const push = (token: string) =>
          pulls.recordPushed(before, { unit: 'task-1', commit: NEWER, token }, ME, NOW);
        expect(await push('none')).toEqual({ outcome: 'race_lost', race: 'reservation_lost' });
        await reserve('one');
        expect(await push('one')).toEqual({ outcome: 'written' });
        expect(await row()).toMatchObject({
          status: 'open',
          approvedHead: null,
          pushedCommit: NEWER,
        });
      });
    });

    it('changes hands with the next attempt of its own run', async () => {
      const before = await published();
      const { runs, pulls } = bench.store;
      const attempt = {
        because: 'changes_requested',
        ...{ taskId: 'task-2', prompt: '', notBefore: 0 },
      } as const;
      await runs.requestChangesIfEnded('run-1', attempt, ME, 'ann', NOW);
      expect(await pulls.ownerOf(PULL)).toMatchObject({ runId: 'run-1', unit: 'task-2' });
      expect(await row()).toMatchObject({ unit: 'task-2', version: before.version + 1 });
      // The attempt that was displaced is refused at the gate.
      expect(await reserve('one', UNIT)).toMatchObject({
        outcome: 'publication_ownership_changed',
      });
    });

    it('keeps evidence once, however often it is seen', async () => {
      const before = await published();
      const seen: Evidence = {
        ...{ ...PULL, ...UNIT, kind: 'approval_posted', requester: 'ann', head: HEAD },
      };
      await bench.store.pulls.recordFacts(before, readyFacts(HEAD), [seen, seen], ME, NOW);
      expect(await bench.store.pulls.evidenceOf(PULL)).toHaveLength(2);
    });
  });
}
