import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity } from '../../electron/daemon/store/store.ts';
import {
  CLAIMED_AT,
  claimRequest,
  HOLD_MAX_MS,
  KINDS,
  kindsWithin,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  SESSION,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = CLAIMED_AT + 1;
const EXPIRED = CLAIMED_AT + LEASE_MS;
const LONG_AFTER = EXPIRED * 1_000;
const OTHER_RESTARTED = { ...OTHER, bootId: 'next-boot-of-other' };

export function describeReclaiming(create: CreateDatabase): void {
  describe('reclaim stale', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const reclaim = async (me: DaemonIdentity, now: number) => {
      const due = await bench.store.tasks.dueNow(me, LEASE_MS, now);
      const reclaimed = await bench.store.tasks.reclaimStale(me, LEASE_MS, now);
      expect(due.stale).toBe(reclaimed.length > 0);
      return reclaimed;
    };
    const expectNothing = (me: DaemonIdentity, now: number) =>
      expectRefusal(bench.database, () => reclaim(me, now), []);

    it.each(kindsWithin('claimed', 'running'))(
      'takes back a %s that an earlier boot left %s, at once',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        await expectNothing(ME, NOW);
        const change = await changeBy(bench.database, NOW, () => reclaim(ME_RESTARTED, NOW));
        const common = { generation: 2, attempts: 1, claim_owner: null, claimed_at: null };
        if (kind === 'attempt') {
          expect(change.tasks).toEqual({
            [task.id]: {
              ...common,
              status: 'failed',
              settled_at: NOW,
              error: 'Its worker was gone when the daemon looked.',
              error_code: 'attempt_reclaimed',
              error_next_step: 'The daemon that ran it went away. Run it again.',
            },
          });
        } else expect(change.tasks).toEqual({ [task.id]: { ...common, status: 'queued' } });
        expect(change.answer).toEqual([await bench.find(task.id)]);
        expect(change.answer[0]?.workerSessionId).toBe(task.workerSessionId);
        expect(change.events).toEqual([]);
        expect(change.audit).toMatchObject([
          { task: task.id, action: 'dispatch.reclaimed', actor: ME.owner, generation: 2 },
        ]);
      },
    );

    it.each(kindsWithin('claimed', 'running'))(
      'takes back my own %s that is %s when its lease expires, to the millisecond',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        await expectNothing(ME, EXPIRED - 1);
        const change = await changeBy(bench.database, EXPIRED, () => reclaim(ME, EXPIRED));
        expect(change.tasks).toMatchObject({ [task.id]: { generation: 2, attempts: 1 } });
      },
    );

    it.each(['claimed', 'running'])(
      'takes back an unowned row that is %s when its lease expires, whoever looks',
      async (status) => {
        for (const me of [ME, OTHER]) {
          const id = bench.unowned({ status, claim_owner: 'old-boot', claimed_at: CLAIMED_AT });
          await expectNothing(me, EXPIRED - 1);
          const change = await changeBy(bench.database, EXPIRED, () => reclaim(me, EXPIRED));
          expect(change.tasks).toEqual({
            [id]: {
              status: 'queued',
              generation: 1,
              attempts: 1,
              claim_owner: null,
              claimed_at: null,
            },
          });
          expect(await bench.store.tasks.claimNext(claimRequest(me))).toMatchObject({ id });
        }
      },
    );

    it('takes an unowned row without a time of claim for expired', async () => {
      const id = bench.unowned({ status: 'running' });
      expect(await reclaim(ME, LEASE_MS)).toMatchObject([{ id, status: 'queued' }]);
    });

    it.each(kindsWithin('claimed', 'running'))(
      "never touches another daemon's %s that is %s, however old",
      async (kind, status) => {
        await bench.inStatus(kind, status);
        await expectNothing(OTHER, LONG_AFTER);
        await expectNothing(OTHER_RESTARTED, LONG_AFTER);
      },
    );

    it.each(KINDS)(
      'leaves a %s in every other state alone, after a restart and however old',
      async (kind) => {
        for (const status of statusesOutside(kind, 'claimed', 'running')) {
          await bench.inStatus(kind, status);
          await expectNothing(ME, LONG_AFTER);
          await expectNothing(ME_RESTARTED, LONG_AFTER);
        }
      },
    );

    it.each(['send', 'spawn'] as const)(
      'blocks a %s at its failure limit and tells the conductor',
      async (kind) => {
        const task = await bench.running(kind, { failureLimit: 1 });
        const change = await changeBy(bench.database, NOW, () => reclaim(ME_RESTARTED, NOW));
        expect(change.tasks).toEqual({
          [task.id]: {
            status: 'blocked',
            generation: 2,
            attempts: 1,
            claim_owner: null,
            claimed_at: null,
            settled_at: NOW,
            error: 'Its worker was gone 1 times.',
            error_code: 'reclaimed_too_often',
            error_next_step: expect.any(String),
          },
        });
        expect(change.events).toEqual([`task.blocked ${task.id} Its worker was gone 1 times.`]);
        expect(actions(change.audit)).toEqual(['dispatch.reclaimed']);
      },
    );

    it('settles an attempt below and at its limit alike', async () => {
      const task = await bench.running('attempt', { failureLimit: 1 });
      expect(await reclaim(ME_RESTARTED, NOW)).toMatchObject([{ id: task.id, status: 'failed' }]);
    });

    it('closes open questions', async () => {
      const running = await bench.running('spawn');
      const approvalId = await bench.ask(running, undefined, NOW);
      const change = await changeBy(bench.database, NOW, () => reclaim(ME_RESTARTED, NOW));
      expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: NOW } });
      expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.reclaimed']);
    });

    it('takes back each of several, and each is a change of its own on the board', async () => {
      const tasks = [
        await bench.running('spawn'),
        await bench.claimed('send'),
        await bench.running('attempt'),
      ];
      await bench.running('spawn', {}, OTHER);
      const change = await changeBy(bench.database, NOW, () => reclaim(ME_RESTARTED, NOW));
      const ids = tasks.map((task) => task.id).sort();
      expect(change.answer.map((task) => task.id).sort()).toEqual(ids);
      expect(Object.keys(change.tasks).sort()).toEqual(ids);
      expect(new Set(ids.map((id) => bench.row(id).revision)).size).toBe(3);
    });

    it('makes the lost worker a stranger: its result no longer lands', async () => {
      const lost = await bench.running('spawn');
      await reclaim(ME_RESTARTED, NOW);
      const again = await bench.claim(lost.id, ME_RESTARTED, NOW);
      await bench.store.tasks.markRunning(again, SESSION, NOW);
      const audit = await expectRefusal(
        bench.database,
        () => bench.store.tasks.complete(lost, 'late', NOW),
        { outcome: 'stale', generation: 3, status: 'running' },
      );
      expect(actions(audit)).toEqual(['dispatch.stale_result']);
    });

    it('counts from the last renewal', async () => {
      const task = await bench.running('spawn');
      await bench.store.tasks.touch([task], HOLD_MAX_MS);
      await expectNothing(ME, HOLD_MAX_MS + LEASE_MS - 1);
      expect(await reclaim(ME, HOLD_MAX_MS + LEASE_MS)).toHaveLength(1);
    });
  });
}
