import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Backoff } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  FINAL,
  KINDS,
  kindsWithin,
  ME,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const QUEUE_KINDS = ['send', 'spawn'] as const;

/** What every failure writes. */
const failed = (error = RETRYABLE) => ({
  attempts: 1,
  error: error.message,
  error_code: error.code,
  error_next_step: error.nextStep,
  claim_owner: null,
  claimed_at: null,
});

export function describeFailing(create: CreateDatabase): void {
  describe('fail', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const fail = (
      claim: { id: string; generation: number },
      error = RETRYABLE,
      backoff = BACKOFF,
    ) => bench.store.tasks.fail(claim, error, backoff, SETTLED_AT);

    it.each(kindsWithin('claimed', 'running').filter(([kind]) => kind !== 'attempt'))(
      'queues a %s that is %s again, later, without an event',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const change = await changeBy(bench.database, SETTLED_AT, () => fail(task));
        expect(change.tasks).toEqual({
          [task.id]: { ...failed(), status: 'queued', not_before: SETTLED_AT + 200 },
        });
        expect(change.answer).toEqual({
          outcome: 'requeued',
          task: {
            ...task,
            status: 'queued',
            attempts: 1,
            notBefore: SETTLED_AT + 200,
            error: RETRYABLE,
            claimOwner: null,
            claimedAt: null,
            updatedAt: SETTLED_AT,
          },
        });
        expect(change.events).toEqual([]);
        expect(change.audit).toMatchObject([
          { task: task.id, action: 'dispatch.requeued', actor: ME.owner, generation: 1 },
        ]);
      },
    );

    it.each(QUEUE_KINDS)(
      'blocks a %s at its failure limit and tells the conductor',
      async (kind) => {
        const task = await bench.running(kind, { failureLimit: 1 });
        const change = await changeBy(bench.database, SETTLED_AT, () => fail(task));
        expect(change.answer).toMatchObject({ outcome: 'settled', task: { status: 'blocked' } });
        expect(change.tasks).toEqual({
          [task.id]: { ...failed(), status: 'blocked', settled_at: SETTLED_AT },
        });
        expect(change.events).toEqual([`task.blocked ${task.id} ${RETRYABLE.message}`]);
        expect(actions(change.audit)).toEqual(['dispatch.blocked']);
      },
    );

    it('blocks at the limit, not before and not after', async () => {
      const { id } = await bench.queued('spawn', { failureLimit: 3 });
      const ends = [];
      for (let now = SETTLED_AT; ends.length < 3; now += BACKOFF.capMs) {
        const ended = await bench.store.tasks.fail(
          await bench.claim(id, ME, now),
          RETRYABLE,
          BACKOFF,
          now,
        );
        ends.push('task' in ended ? ended.task.status : ended.outcome);
      }
      expect(ends).toEqual(['queued', 'queued', 'blocked']);
    });

    it.each(QUEUE_KINDS)('settles a %s as failed when trying again cannot help', async (kind) => {
      const task = await bench.running(kind);
      const change = await changeBy(bench.database, SETTLED_AT, () => fail(task, FINAL));
      expect(change.answer).toMatchObject({
        outcome: 'settled',
        task: { status: 'failed', error: FINAL },
      });
      expect(change.tasks).toEqual({
        [task.id]: { ...failed(FINAL), status: 'failed', settled_at: SETTLED_AT },
      });
      expect(change.events).toEqual([`task.failed ${task.id} ${FINAL.message}`]);
      expect(actions(change.audit)).toEqual(['dispatch.failed']);
    });

    it.each([
      ['retryable', RETRYABLE, 3],
      ['final', FINAL, 3],
      ['retryable at the limit', RETRYABLE, 1],
    ] as const)(
      'settles an attempt as failed, never queued again, no event: %s',
      async (_name, error, failureLimit) => {
        const task = await bench.running('attempt', { failureLimit });
        const change = await changeBy(bench.database, SETTLED_AT, () => fail(task, error));
        expect(change.answer).toMatchObject({ outcome: 'settled', task: { status: 'failed' } });
        expect(change.tasks).toEqual({
          [task.id]: { ...failed(error), status: 'failed', settled_at: SETTLED_AT },
        });
        expect(change.events).toEqual([]);
        expect(actions(change.audit)).toEqual(['dispatch.failed']);
      },
    );

    it.each([
      ['queued again', RETRYABLE, ['approval.expired', 'dispatch.requeued']],
      ['settled', FINAL, ['approval.expired', 'dispatch.failed']],
    ] as const)('closes open questions when it is %s', async (_name, error, written) => {
      const task = await bench.running('spawn');
      const approvalId = await bench.ask(task);
      const change = await changeBy(bench.database, SETTLED_AT, () => fail(task, error));
      expect(change.approvals).toEqual({
        [approvalId]: { status: 'expired', closed_at: SETTLED_AT },
      });
      expect(actions(change.audit)).toEqual(written);
    });

    it.each<[string, number, Backoff, number]>([
      ['base × 2 after the first failure', 1, { baseMs: 100, capMs: 60_000, jitter: 0 }, 200],
      ['base × 4 after the second', 2, { baseMs: 100, capMs: 60_000, jitter: 0 }, 400],
      ['base × 8 after the third', 3, { baseMs: 100, capMs: 60_000, jitter: 0 }, 800],
      ['and the jitter on top', 2, { baseMs: 100, capMs: 60_000, jitter: 0.25 }, 500],
      ['at most the cap', 3, { baseMs: 100, capMs: 799, jitter: 0 }, 799],
      ['the cap holds for the jitter too', 1, { baseMs: 100, capMs: 250, jitter: 0.9 }, 250],
      ['whole milliseconds', 1, { baseMs: 1, capMs: 60_000, jitter: 0.3 }, 2],
      ['nothing for a base of 0', 2, { baseMs: 0, capMs: 60_000, jitter: 0.5 }, 0],
      ['the cap after very many', 70, { baseMs: 100, capMs: 60_000, jitter: 0 }, 60_000],
    ])('waits %s', async (_name, failures, backoff, waitMs) => {
      const id = bench.unowned({ attempts: failures - 1, failure_limit: 100 });
      const ended = await fail(await bench.claim(id), RETRYABLE, backoff);
      expect(ended).toMatchObject({
        outcome: 'requeued',
        task: { attempts: failures, notBefore: SETTLED_AT + waitMs },
      });
    });

    it.each(KINDS)(
      'refuses a late failure of a %s in every other state, and writes it down',
      async (kind) => {
        for (const status of statusesOutside(kind, 'claimed', 'running', 'held')) {
          const task = await bench.inStatus(kind, status);
          const audit = await expectRefusal(bench.database, () => fail(task), {
            outcome: 'stale',
            generation: task.generation,
            status,
          });
          expect(actions(audit)).toEqual(['dispatch.stale_result']);
        }
      },
    );

    it.each(KINDS)('refuses any other generation of a running %s, naming both', async (kind) => {
      const { id, generation } = await bench.running(kind);
      for (const other of [generation - 1, generation + 1]) {
        const audit = await expectRefusal(
          bench.database,
          () => fail({ id, generation: other }, FINAL),
          { outcome: 'stale', generation, status: 'running' },
        );
        expect(actions(audit)).toEqual(['dispatch.stale_result']);
        expect(audit[0]?.detail).toContain(`generation ${other}`);
        expect(audit[0]?.detail).toContain(`generation ${generation}`);
      }
    });

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => fail({ id: 'nothing', generation: 1 }), {
        outcome: 'not_found',
      });
    });
  });
}
