import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEAD, NEWER, NOW, PULL, PullBench, UNIT } from '../helpers/pull-bench.ts';
import { ME, OTHER } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

/** What the forge has is settled there. */
export function describeOnTheForge(create: CreateDatabase): void {
  let bench: PullBench;
  beforeEach(() => {
    bench = new PullBench(create);
  });
  afterEach(() => bench.remove());

  describe('what stands on the forge', () => {
    it.each(['merge', 'discard', 'request changes'] as const)(
      'is not settled here: %s is refused',
      async (what) => {
        await bench.mergeReady();
        const { runs } = bench.store;
        const then = await bench.everything();
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
        expect(await bench.everything()).toEqual(then);
      },
    );

    it('is released by its owner alone, and can then be claimed by another', async () => {
      const before = await bench.mergeReady();
      const { pulls } = bench.store;
      await bench.reserve('one');
      expect(await pulls.release(before, ME, 'ann', NOW)).toMatchObject({
        outcome: 'pull_reserved',
      });
      await pulls.unreserve('one', NOW);
      const other = { runId: 'run-9', unit: 'task-9' };
      await bench.reserve('two');
      await pulls.transfer(PULL, 'two', UNIT, other, NOW);
      expect(await pulls.release(before, ME, 'ann', NOW)).toMatchObject({
        outcome: 'publication_ownership_changed',
      });
      await bench.reserve('three', other);
      await pulls.transfer(PULL, 'three', other, UNIT, NOW);
      expect(await pulls.release(before, ME, 'ann', NOW)).toEqual({ outcome: 'written' });
      expect(await pulls.find('run-1')).toMatchObject({ status: 'released' });
      expect(await pulls.claimIfUnowned(PULL, { runId: 'r', unit: 'u' }, NOW)).toEqual({
        outcome: 'claimed',
      });
    });

    it('merged there at an older head leaves the run what it made since', async () => {
      await bench.mergeReady();
      const { pulls, runs } = bench.store;
      const merged = { commit: NEWER, headCommit: 'd'.repeat(40), facts: null };
      expect(await pulls.recordMerged('run-1', merged, ME, NOW)).toBe(false);
      expect(await runs.cardOf('run-1')).toMatchObject({
        ...{ status: 'ended', pull: { status: 'merged' } },
      });
    });

    it('merged there merges the run', async () => {
      await bench.mergeReady();
      const { pulls, runs } = bench.store;
      const merged = { commit: NEWER, headCommit: HEAD, facts: null };
      expect(await pulls.recordMerged('run-1', merged, OTHER, NOW)).toBe(false);
      expect(await pulls.recordMerged('run-1', merged, ME, NOW)).toBe(true);
      expect(await runs.cardOf('run-1')).toMatchObject({
        ...{ status: 'merged', mergedCommit: NEWER, pull: { status: 'merged' } },
      });
    });

    it('is pushed to under its reservation alone, which forgets the approved head', async () => {
      const before = await bench.mergeReady();
      const { pulls } = bench.store;
      const push = (token: string) =>
        pulls.recordPushed(before, { unit: 'task-1', commit: NEWER, token }, ME, NOW);
      expect(await push('none')).toEqual({ outcome: 'race_lost', race: 'reservation_lost' });
      await bench.reserve('one');
      expect(await push('one')).toEqual({ outcome: 'written' });
      expect(await bench.pull()).toMatchObject({
        status: 'open',
        approvedHead: null,
        pushedCommit: NEWER,
      });
    });
  });
}
