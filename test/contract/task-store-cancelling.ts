import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKOFF,
  HELD_AT,
  KINDS,
  kindsWithin,
  ME,
  ME_RESTARTED,
  OTHER,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const LIVE = ['queued', 'claimed', 'running', 'held'] as const;
const TERMINAL = ['done', 'failed', 'blocked', 'cancelled'] as const;

export function describeCancelling(create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  describe('cancel', () => {
    const cancel = (id: string, me = ME) => bench.store.tasks.cancel(id, me, 'ann', NOW);

    it.each(kindsWithin(...LIVE))('ends a %s that is %s', async (kind, status) => {
      const task = await bench.inStatus(kind, status);
      const change = await changeBy(bench.database, NOW, () => cancel(task.id));
      const wasClaimed = status !== 'queued';
      expect(change.answer).toEqual({
        outcome: 'cancelled',
        task: {
          ...task,
          status: 'cancelled',
          generation: task.generation + 1,
          claimOwner: null,
          claimedAt: null,
          heldUntil: null,
          settledAt: NOW,
          updatedAt: NOW,
          ...(status === 'held' && { parkedMs: NOW - HELD_AT }),
        },
      });
      expect(change.tasks).toEqual({
        [task.id]: {
          status: 'cancelled',
          generation: task.generation + 1,
          settled_at: NOW,
          ...(wasClaimed && { claim_owner: null, claimed_at: null }),
          ...(status === 'held' && { held_until: null }),
        },
      });
      expect(change.events).toEqual(kind === 'attempt' ? [] : [`task.cancelled ${task.id} null`]);
      expect(change.audit).toMatchObject([
        {
          task: task.id,
          action: 'dispatch.cancelled',
          actor: 'ann',
          generation: task.generation + 1,
        },
      ]);
    });

    it('makes the worker a stranger: its result no longer lands', async () => {
      const running = await bench.running('spawn');
      await cancel(running.id);
      const audit = await expectRefusal(
        bench.database,
        () => bench.store.tasks.complete(running, 'late', NOW),
        { outcome: 'stale', generation: 2, status: 'cancelled' },
      );
      expect(audit[0]?.detail).toContain('generation 1');
      expect(audit[0]?.detail).toContain('generation 2');
    });

    it('ends the wait of a task that was to be tried again later', async () => {
      const running = await bench.running('spawn');
      await bench.store.tasks.fail(running, RETRYABLE, BACKOFF, SETTLED_AT);
      const change = await changeBy(bench.database, NOW, () => cancel(running.id));
      expect(change.tasks[running.id]).toEqual({
        status: 'cancelled',
        generation: 2,
        settled_at: NOW,
        not_before: null,
      });
    });

    it.each(kindsWithin('running', 'held'))(
      'closes the open question of a %s that is %s',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const approvalId = await bench.ask(task);
        const change = await changeBy(bench.database, NOW, () => cancel(task.id));
        expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: NOW } });
        expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.cancelled']);
      },
    );

    it.each(kindsWithin(...LIVE))(
      'works on what an earlier boot of this daemon left: a %s that is %s',
      async (kind, status) => {
        const { id } = await bench.inStatus(kind, status);
        expect(await cancel(id, ME_RESTARTED)).toMatchObject({ outcome: 'cancelled' });
      },
    );

    it('ends a queued row that nobody owns', async () => {
      const id = bench.unowned();
      const change = await changeBy(bench.database, NOW, () => cancel(id));
      expect(change.answer).toMatchObject({ outcome: 'cancelled' });
      expect(change.tasks).toEqual({
        [id]: { status: 'cancelled', generation: 1, settled_at: NOW },
      });
    });

    it.each(['claimed', 'running'])('leaves a row of an old program that is %s', async (status) => {
      const id = bench.unowned({ status, claim_owner: 'old-boot', claimed_at: HELD_AT });
      await expectRefusal(bench.database, () => cancel(id), {
        outcome: 'not_owner',
        ownerDaemon: 'not known',
      });
    });

    it.each(kindsWithin(...LIVE))("leaves another daemon's %s that is %s", async (kind, status) => {
      const { id } = await bench.inStatus(kind, status);
      await expectRefusal(bench.database, () => cancel(id, OTHER), {
        outcome: 'not_owner',
        ownerDaemon: ME.owner,
      });
    });

    it.each(kindsWithin(...TERMINAL))(
      'comes too late for a %s that is %s, for anybody',
      async (kind, status) => {
        const { id } = await bench.inStatus(kind, status);
        for (const me of [ME, OTHER]) {
          await expectRefusal(bench.database, () => cancel(id, me), {
            outcome: 'already_settled',
            status,
          });
        }
      },
    );

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => cancel('nothing'), { outcome: 'not_found' });
    });
  });

  describe('dismiss', () => {
    const dismiss = (id: string, actor = 'bea') => bench.store.tasks.dismiss(id, actor, NOW);

    it.each(kindsWithin(...TERMINAL))(
      'puts a %s that is %s away, and says by whom',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const change = await changeBy(bench.database, NOW, () => dismiss(task.id));
        expect(change.answer).toEqual({ outcome: 'dismissed' });
        expect(change.tasks).toEqual({ [task.id]: { dismissed_at: NOW, dismissed_by: 'bea' } });
        expect(change.events).toEqual([]);
        expect(change.audit).toMatchObject([
          { action: 'dispatch.dismissed', actor: 'bea', generation: task.generation },
        ]);
        expect(await bench.store.board.cardOf(task.id)).toMatchObject({ dismissedBy: 'bea' });
      },
    );

    it.each(KINDS)('names who was first when a %s was put away already', async (kind) => {
      const { id } = await bench.inStatus(kind, 'done');
      await dismiss(id);
      await expectRefusal(bench.database, () => dismiss(id, 'cid'), {
        outcome: 'already_dismissed',
        by: 'bea',
      });
    });

    it.each(kindsWithin(...LIVE))('refuses a %s that is %s', async (kind, status) => {
      const { id } = await bench.inStatus(kind, status);
      await expectRefusal(bench.database, () => dismiss(id), { outcome: 'not_settled', status });
    });

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => dismiss('nothing'), { outcome: 'not_found' });
    });
  });
}
