import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cost, RunEndReason } from '../../shared/runs.ts';
import {
  CLAIMED_AT,
  HELD_AT,
  ME,
  SESSION,
  SETTLED_AT,
  STARTED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const HOUR_MS = 3_600_000;
const NO_TASKS = { done: 0, failed: 0, cancelled: 0 };
const NO_RUNS = { passed: 0, failed: 0, stopped: 0 };
const PROJECT = { id: 'project-1', name: 'The gate', folder: '/projects/project-1' };

/** What any implementation must count. */
export function describeNumbersStore(name: string, create: CreateDatabase): void {
  describe(`the numbers of the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const numbers = (until = SETTLED_AT) =>
      bench.store.numbers.read({ span: 'day', until, timeZone: 'UTC' });
    const lastHour = async (until?: number) => (await numbers(until)).buckets.at(-1);

    /** A run of one attempt for each cost, all of which took from STARTED_AT to SETTLED_AT. */
    async function endedRun(id: string, reason: RunEndReason, ...costs: (Cost | null)[]) {
      const { runs, tasks } = bench.store;
      const planned = (ordinal: number) =>
        ({ taskId: `${id}/${ordinal}`, because: 'goal', prompt: 'Do it', notBefore: 0 }) as const;
      await runs.start(
        {
          ...{ id, projectId: PROJECT.id, goal: 'Mend the gate', agent: 'codex' },
          ...{ profile: 'careful', folder: '/projects', repository: '/projects' },
          ...{ baseBranch: 'main', baseCommit: 'a'.repeat(40), branch: 'b', worktree: '/w' },
          ...{ check: 'true', createdBy: 'ann' },
          limits: { maxAttempts: 5, maxMs: null, maxCost: null },
        },
        planned(1),
        PROJECT,
        ME,
        1,
      );
      for (const [index, cost] of costs.entries()) {
        const ordinal = index + 1;
        await runs.enqueueIfPlanned(id, ordinal, ME, 1);
        const claim = await bench.claim(`${id}/${ordinal}`);
        await tasks.markRunning(claim, SESSION, STARTED_AT);
        await tasks.complete(claim, 'Done.', SETTLED_AT);
        const settled = {
          commit: 'b'.repeat(40),
          tree: 'c',
          hasWork: true,
          parkedMs: 0,
          notes: [],
        };
        const times = { startedAt: STARTED_AT, settledAt: SETTLED_AT };
        await runs.settleIfEnqueued(id, ordinal, { ...settled, ...times, cost }, ME, SETTLED_AT);
        const check = { exitCode: 0, output: '', failure: null };
        await runs.recordCheckIfSettled(id, ordinal, check, ME, SETTLED_AT + 500);
        const next =
          ordinal === costs.length
            ? ({ step: 'end', reason, detail: '' } as const)
            : ({ step: 'attempt', attempt: planned(ordinal + 1) } as const);
        await runs.decideIfSettled(id, ordinal, 'check_failed', next, ME, SETTLED_AT + 600);
      }
    }

    it('are nothing where nothing settled', async () => {
      await bench.running('spawn');
      const read = await numbers();
      expect(read).toMatchObject({ span: 'day', timeZone: 'UTC', agents: [], costs: [] });
      expect(read.buckets).toHaveLength(24);
      expect(read.buckets.at(-1)).toEqual({
        ...{ startAt: 0, endAt: HOUR_MS, tasks: NO_TASKS, runs: NO_RUNS },
        ...{ waitedMs: 0, workedMs: 0 },
      });
    });

    it('count how tasks ended, in all and by agent', async () => {
      await bench.inStatus('spawn', 'done');
      await bench.inStatus('spawn', 'failed');
      await bench.inStatus('send', 'blocked');
      await bench.inStatus('attempt', 'cancelled', { agent: 'codex' });
      await bench.inStatus('attempt', 'done', { agent: 'codex' });
      const read = await numbers();
      expect(read.buckets.at(-1)).toMatchObject({
        tasks: { done: 2, failed: 2, cancelled: 1 },
        workedMs: 5 * (SETTLED_AT - STARTED_AT),
      });
      expect(read.agents).toEqual([
        { agent: 'claude', tasks: { done: 1, failed: 2, cancelled: 0 }, runs: NO_RUNS },
        { agent: 'codex', tasks: { done: 1, failed: 0, cancelled: 1 }, runs: NO_RUNS },
      ]);
      expect(read.costs).toEqual([]);
    });

    it('count a task in the hour in which it settled, also once it is dismissed', async () => {
      const { id } = await bench.running('spawn');
      const claim = await bench.find(id);
      await bench.store.tasks.complete(claim, 'Done.', HOUR_MS - 1);
      await bench.store.tasks.dismiss(id, 'ann', 3 * HOUR_MS);
      const done = (await numbers(3 * HOUR_MS)).buckets.map(({ tasks }) => tasks.done);
      expect(done.slice(-4)).toEqual([1, 0, 0, 0]);
      const next = await bench.running('spawn');
      await bench.store.tasks.complete(next, 'Done.', HOUR_MS);
      const after = (await numbers(3 * HOUR_MS)).buckets.map(({ tasks }) => tasks.done);
      expect(after.slice(-4)).toEqual([1, 1, 0, 0]);
      expect((await lastHour(30 * HOUR_MS))?.tasks).toEqual(NO_TASKS);
      expect((await numbers(30 * HOUR_MS)).agents).toEqual([]);
    });

    it('tell the time that questions were open from the time at work', async () => {
      const claim = await bench.running('spawn');
      await bench.ask(claim, undefined, HELD_AT);
      await bench.store.tasks.complete(claim, 'Done.', SETTLED_AT);
      expect(await lastHour()).toMatchObject({
        waitedMs: SETTLED_AT - HELD_AT,
        workedMs: HELD_AT - STARTED_AT,
      });
    });

    it('tell the time that an attempt was held from the time at work', async () => {
      const { id } = await bench.held();
      await bench.store.tasks.cancel(id, ME, 'ann', SETTLED_AT);
      expect(await lastHour()).toMatchObject({
        waitedMs: SETTLED_AT - HELD_AT,
        workedMs: HELD_AT - STARTED_AT,
      });
    });

    it('have no time of what never ran, and none below nothing where the clock was set back', async () => {
      const { id } = await bench.queued('spawn');
      await bench.store.tasks.cancel(id, ME, 'ann', SETTLED_AT);
      const claim = await bench.running('spawn');
      await bench.ask(claim, undefined, HELD_AT);
      await bench.store.tasks.complete(claim, 'Done.', CLAIMED_AT);
      expect(await lastHour()).toMatchObject({
        tasks: { done: 1, failed: 0, cancelled: 1 },
        ...{ waitedMs: 0, workedMs: 0 },
      });
    });

    it('count a run by its end and its attempts by their time and cost alone', async () => {
      await endedRun('one', 'passed', { amount: 0.1, currency: 'USD' }, null);
      await endedRun('two', 'exhausted', { amount: 0.2, currency: 'USD' });
      await endedRun('three', 'stopped', { amount: 3, currency: 'EUR' });
      const read = await numbers();
      const workedMs = 4 * (SETTLED_AT + 500 - STARTED_AT);
      const runs = { passed: 1, failed: 1, stopped: 1 };
      expect(read.buckets.at(-1)).toMatchObject({ tasks: NO_TASKS, runs, workedMs });
      expect(read.agents).toEqual([{ agent: 'codex', tasks: NO_TASKS, runs }]);
      const of = { projectId: PROJECT.id, projectName: PROJECT.name };
      expect(read.costs).toEqual([
        { ...of, currency: 'EUR', amount: 3, tasks: 1 },
        { ...of, currency: 'USD', amount: 0.3, tasks: 2 },
      ]);
      expect(read.withoutCost).toBe(1);
    });

    it('add up what a task cost in each of its turns, and never two currencies', async () => {
      const { numbers: store } = bench.store;
      const { id } = await bench.inStatus('spawn', 'done');
      const other = await bench.inStatus('send', 'failed', {});
      await bench.inStatus('spawn', 'cancelled');
      await store.addCost(id, { amount: 0.1, currency: 'USD' });
      await store.addCost(id, { amount: 0.2, currency: 'USD' });
      await store.addCost(id, { amount: 2, currency: 'EUR' });
      await store.addCost(other.id, { amount: 1, currency: 'USD' });
      await store.addCost('unknown', { amount: 9, currency: 'USD' });
      await bench.database.open('other').numbers.addCost(id, { amount: 9, currency: 'USD' });
      const read = await numbers();
      const of = { projectId: PROJECT.id, projectName: PROJECT.id };
      expect(read.costs).toEqual([
        { ...of, currency: 'EUR', amount: 2, tasks: 1 },
        { ...of, currency: 'USD', amount: 1.3, tasks: 2 },
      ]);
      expect(read.withoutCost).toBe(1);
    });

    it('are those of the account alone', async () => {
      await bench.inStatus('spawn', 'done', {});
      const other = bench.database.open('other');
      const read = await other.numbers.read({ span: 'day', until: SETTLED_AT, timeZone: 'UTC' });
      expect(read.agents).toEqual([]);
    });
  });
}
