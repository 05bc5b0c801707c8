import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  HEAD,
  NEWER,
  NOW,
  PULL,
  type PublishedRow,
  PullBench,
  readyFacts,
  UNIT,
  UNTIL,
} from '../helpers/pull-bench.ts';
import { ME, OTHER } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

/** What is merge-ready goes on with a new attempt: all of it, or nothing. */
export function describeContinuing(create: CreateDatabase): void {
  let bench: PullBench;
  beforeEach(() => {
    bench = new PullBench(create);
  });
  afterEach(() => bench.remove());

  describe('continuing what is merge-ready', () => {
    it('replaces the row, transfers the pull request and queues the attempt, all at once', async () => {
      const before = await bench.mergeReady();
      await bench.reserve('one');
      const continued = await bench.proceed(before, 'one');
      expect(continued).toMatchObject({
        outcome: 'continued',
        ordinal: 2,
        task: { status: 'queued' },
      });
      expect(await bench.everything()).toMatchObject({
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
      const before = await bench.mergeReady();
      expect(await bench.reserve('one')).toEqual({ outcome: 'reserved' });
      expect(await bench.reserve('two')).toMatchObject({ outcome: 'pull_reserved' });
      const both = await Promise.all([
        bench.proceed(before, 'one'),
        bench.proceed(before, 'two', 'task-3'),
      ]);
      expect(both.map(({ outcome }) => outcome)).toEqual(['continued', 'race_lost']);
      expect((await bench.store.runs.find('run-1'))?.attempts).toHaveLength(2);
    });

    it.each([
      [
        'a review was read in between',
        'row_changed',
        async (before: PublishedRow) => {
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
      const before = await bench.mergeReady();
      await bench.reserve('one');
      await happens(before);
      const then = await bench.everything();
      expect(await bench.proceed(before, 'one')).toEqual({ outcome: 'race_lost', race });
      expect(await bench.everything()).toEqual(then);
    });

    it('changes nothing once its reservation has expired', async () => {
      const before = await bench.mergeReady();
      await bench.reserve('one');
      const then = await bench.everything();
      expect(await bench.proceed(before, 'one', 'task-2', UNTIL)).toEqual({
        ...{ outcome: 'race_lost', race: 'reservation_lost' },
      });
      expect(await bench.everything()).toEqual(then);
    });

    it('changes nothing when its task cannot be inserted', async () => {
      const before = await bench.mergeReady();
      await bench.reserve('one');
      await bench.queued('spawn', { id: 'task-3' });
      const then = await bench.everything();
      await expect(bench.proceed(before, 'one', 'task-3')).rejects.toThrow(/UNIQUE/);
      expect(await bench.everything()).toEqual(then);
    });

    it('changes nothing for another daemon', async () => {
      const before = await bench.mergeReady();
      await bench.reserve('one');
      const then = await bench.everything();
      const attempt = { taskId: 'task-2', prompt: 'Rename' };
      const { pulls } = bench.store;
      expect(
        await pulls.continueIfUnchanged({ before, token: 'one', attempt }, OTHER, 'ann', NOW),
      ).toEqual({ outcome: 'race_lost', race: 'run_changed' });
      expect(await bench.everything()).toEqual(then);
    });

    it('is taken back to the exact row, unless a newer one is there', async () => {
      const before = await bench.mergeReady();
      await bench.reserve('one');
      const continued = await bench.proceed(before, 'one');
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
      const after = await bench.pull();
      const newer = { ...after, version: after.version + 1 };
      expect(await pulls.rollBackIfUnchanged(newer, before, ME, NOW)).toEqual({
        ...{ outcome: 'race_lost', race: 'row_changed' },
      });
      expect(await pulls.rollBackIfUnchanged(after, before, ME, NOW)).toEqual({
        outcome: 'written',
      });
      const { version: _, nextReadAt: __, ...restored } = await bench.pull();
      expect(before).toMatchObject(restored);
      expect(await pulls.ownerOf(PULL)).toMatchObject(UNIT);
    });
  });
}
