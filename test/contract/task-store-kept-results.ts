import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKOFF,
  FINAL,
  HELD_AT,
  HOLD_MAX_MS,
  ME,
  ME_RESTARTED,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const UNTIL = HELD_AT + HOLD_MAX_MS;

export function describeKeptResults(create: CreateDatabase): void {
  describe('a result that arrives while held', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const DONE = { outcome: 'done', digest: 'All done.' } as const;
    const FAILED = { outcome: 'failed', error: RETRYABLE } as const;
    const report = (
      claim: { id: string; generation: number },
      result: typeof DONE | typeof FAILED,
    ) =>
      result.outcome === 'done'
        ? bench.store.tasks.complete(claim, result.digest, SETTLED_AT)
        : bench.store.tasks.fail(claim, result.error, BACKOFF, SETTLED_AT);
    const unhold = (id: string) => bench.store.tasks.unhold(id, ME, 'ann', BACKOFF, NOW);

    it.each([DONE, FAILED])('is kept with the row: $outcome', async (result) => {
      const held = await bench.held();
      const change = await changeBy(bench.database, SETTLED_AT, () => report(held, result));
      expect(change.answer).toEqual({ outcome: 'kept' });
      expect(Object.keys(change.tasks[held.id] ?? {})).toEqual(['kept_result']);
      expect(JSON.parse(String(bench.row(held.id).kept_result))).toEqual(result);
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { task: held.id, action: 'dispatch.result_kept', generation: 1 },
      ]);
    });

    it('is the first one; what the end of the process adds later does not replace it', async () => {
      const held = await bench.held();
      await report(held, DONE);
      expect(await report(held, FAILED)).toEqual({ outcome: 'kept' });
      expect(await unhold(held.id)).toMatchObject({ ended: { task: { status: 'done' } } });
    });

    it.each([-1, 1])('is refused under another generation (%d)', async (off) => {
      const held = await bench.held();
      const claim = { id: held.id, generation: held.generation + off };
      for (const result of [DONE, FAILED]) {
        const audit = await expectRefusal(bench.database, () => report(claim, result), {
          outcome: 'stale',
          generation: held.generation,
          status: 'held',
        });
        expect(actions(audit)).toEqual(['dispatch.stale_result']);
      }
    });

    it('is applied at the unhold under the same generation: done', async () => {
      const held = await bench.held();
      await report(held, DONE);
      const change = await changeBy(bench.database, NOW, () => unhold(held.id));
      expect(change.answer).toMatchObject({
        outcome: 'resumed',
        task: { id: held.id, status: 'running', generation: 1 },
        ended: { outcome: 'settled', task: { status: 'done', digest: 'All done.', generation: 1 } },
      });
      expect(change.tasks).toEqual({
        [held.id]: {
          status: 'done',
          held_until: null,
          kept_result: null,
          parked_since: null,
          parked_ms: NOW - HELD_AT,
          result_digest: 'All done.',
          claim_owner: null,
          claimed_at: null,
          settled_at: NOW,
        },
      });
      expect(change.events).toEqual([]);
      expect(actions(change.audit)).toEqual(['dispatch.unheld', 'dispatch.completed']);
    });

    it('is applied at the unhold under the same generation: failed', async () => {
      const held = await bench.held();
      await report(held, FAILED);
      const change = await changeBy(bench.database, NOW, () => unhold(held.id));
      expect(change.answer).toMatchObject({
        outcome: 'resumed',
        ended: { outcome: 'settled', task: { status: 'failed', error: RETRYABLE, attempts: 1 } },
      });
      expect(change.tasks[held.id]).toMatchObject({ status: 'failed', kept_result: null });
      expect(actions(change.audit)).toEqual(['dispatch.unheld', 'dispatch.failed']);
    });

    it('is applied when the question that holds the attempt is answered', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      expect(await report(running, DONE)).toEqual({ outcome: 'kept' });
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, NOW),
      );
      expect(change.answer).toMatchObject({
        outcome: 'answered',
        ended: { outcome: 'settled', task: { status: 'done', digest: 'All done.', generation: 1 } },
      });
      expect(change.approvals).toMatchObject({ [approvalId]: { status: 'answered' } });
      expect(actions(change.audit)).toEqual([
        'approval.answered',
        'dispatch.unheld',
        'dispatch.completed',
      ]);
    });

    it('is applied when its worker is gone, whatever was still asked', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      await report(running, FAILED);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.unholdWithoutWorker(running.id, ME, BACKOFF, NOW),
      );
      expect(change.answer).toMatchObject({ ended: { task: { status: 'failed' } } });
      expect(change.approvals).toMatchObject({ [approvalId]: { status: 'expired' } });
    });

    it('goes with the unhold that took it: a second hold starts without', async () => {
      const held = await bench.held();
      expect(await unhold(held.id)).toEqual({ outcome: 'resumed', task: expect.anything() });
      await bench.store.tasks.hold(held.id, ME, HOLD_MAX_MS, 'ann', NOW);
      expect(await unhold(held.id)).not.toHaveProperty('ended');
    });

    const endings = [
      ['the hold lapses', () => bench.store.tasks.settleHeld(ME, UNTIL), UNTIL, 'failed'],
      ['the daemon restarts', () => bench.store.tasks.settleHeld(ME_RESTARTED, NOW), NOW, 'failed'],
      [
        'it is cancelled',
        () => bench.store.tasks.cancel('task-1', ME, 'ann', NOW),
        NOW,
        'cancelled',
      ],
    ] as const;

    it.each(endings)('stays readable when %s', async (_case, end, now, status) => {
      const held = await bench.held();
      await report(held, DONE);
      const change = await changeBy(bench.database, now, async () => end());
      expect(change.tasks[held.id]).toMatchObject({
        status,
        kept_result: null,
        result_digest: 'All done.',
      });
      expect(actions(change.audit)).toContain('dispatch.result_not_applied');
    });

    it.each(endings)('stays in the audit as a failure when %s', async (_case, end, now, status) => {
      const held = await bench.held();
      await bench.store.tasks.fail(held, FINAL, BACKOFF, SETTLED_AT);
      const change = await changeBy(bench.database, now, async () => end());
      expect(change.tasks[held.id]).toMatchObject({ status, kept_result: null });
      expect(change.tasks[held.id]).not.toHaveProperty('result_digest');
      const written = change.audit.find((entry) => entry.action === 'dispatch.result_not_applied');
      expect(written?.detail).toContain(FINAL.message);
    });
  });
}
