import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  HELD_AT,
  HOLD_MAX_MS,
  KINDS,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  QUESTION,
  SESSION,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const UNTIL = HELD_AT + HOLD_MAX_MS;
/** Another daemon that nothing but its address tells apart. */
const NAMESAKE = { owner: OTHER.owner, bootId: ME.bootId };

/** Both ways to take up a held attempt have the same guard; they differ in what an open question means. */
const WAYS = ['unhold', 'unholdWithoutWorker'] as const;

export function describeUnholding(create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  describe.each(WAYS)('%s', (way) => {
    const unhold = (id: string, me: DaemonIdentity = ME, now = NOW) =>
      way === 'unhold'
        ? bench.store.tasks.unhold(id, me, 'ann', BACKOFF, now)
        : bench.store.tasks.unholdWithoutWorker(id, me, BACKOFF, now);

    it('resumes with a fresh lease under the same generation', async () => {
      const held = await bench.held();
      const change = await changeBy(bench.database, NOW, () => unhold(held.id));
      expect(change.answer).toEqual({
        outcome: 'resumed',
        task: {
          ...held,
          status: 'running',
          heldUntil: null,
          claimedAt: NOW,
          updatedAt: NOW,
          parkedMs: NOW - HELD_AT,
        },
      });
      expect(change.tasks).toEqual({
        [held.id]: {
          status: 'running',
          held_until: null,
          claimed_at: NOW,
          parked_since: null,
          parked_ms: NOW - HELD_AT,
        },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        {
          task: held.id,
          action: 'dispatch.unheld',
          actor: way === 'unhold' ? 'ann' : ME.owner,
          generation: 1,
        },
      ]);
    });

    it('does so until the hold lapses, to the millisecond', async () => {
      const held = await bench.held();
      await expectRefusal(bench.database, () => unhold(held.id, ME, UNTIL), { outcome: 'lapsed' });
      expect(await unhold(held.id, ME, UNTIL - 1)).toMatchObject({ outcome: 'resumed' });
    });

    it('is refused to another boot of the same daemon', async () => {
      const held = await bench.held();
      await expectRefusal(bench.database, () => unhold(held.id, ME_RESTARTED), {
        outcome: 'lapsed',
      });
    });

    it('is refused to another daemon', async () => {
      const held = await bench.held();
      await expectRefusal(bench.database, () => unhold(held.id, OTHER), {
        outcome: 'not_owner',
        ownerDaemon: ME.owner,
      });
      await expectRefusal(bench.database, () => unhold(held.id, NAMESAKE), {
        outcome: 'not_owner',
        ownerDaemon: ME.owner,
      });
    });

    it.each(KINDS)('refuses a %s in every other state', async (kind) => {
      for (const status of statusesOutside(kind, 'held')) {
        const { id } = await bench.inStatus(kind, status);
        await expectRefusal(bench.database, () => unhold(id), { outcome: 'not_held', status });
      }
    });

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => unhold('nothing'), { outcome: 'not_found' });
    });

    it.each([
      ['the hold lapsed', ME, UNTIL, { outcome: 'lapsed' }],
      ['another boot asks', ME_RESTARTED, NOW, { outcome: 'lapsed' }],
      ['another daemon asks', NAMESAKE, NOW, { outcome: 'not_owner', ownerDaemon: ME.owner }],
    ] as const)('leaves an open question alone when %s', async (_case, me, now, outcome) => {
      const running = await bench.running('attempt');
      await bench.ask(running);
      await expectRefusal(bench.database, () => unhold(running.id, me, now), outcome);
    });

    it('gives a lease that expires like any other', async () => {
      const held = await bench.held();
      await unhold(held.id);
      expect(await bench.store.tasks.reclaimStale(ME, LEASE_MS, NOW + LEASE_MS - 1)).toEqual([]);
      expect(await bench.store.tasks.reclaimStale(ME, LEASE_MS, NOW + LEASE_MS)).toMatchObject([
        { id: held.id, status: 'failed' },
      ]);
    });
  });

  describe('an open question', () => {
    it('is what an unhold waits for', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.unhold(running.id, ME, 'ann', BACKOFF, NOW),
        { outcome: 'question_open', approvalId },
      );
    });

    it('no longer stands in the way once the agent took it back', async () => {
      const running = await bench.running('attempt');
      await bench.ask(running);
      await bench.store.approvals.expireIfOpen(
        running.id,
        SESSION.sessionId,
        QUESTION.requestId,
        NOW,
      );
      expect(
        await bench.store.tasks.unhold(running.id, ME, 'the agent', BACKOFF, NOW),
      ).toMatchObject({ outcome: 'resumed' });
    });

    it('stands in the way of no later generation', async () => {
      const running = await bench.running('attempt');
      await bench.ask(running);
      bench.database.updateByHand(running.id, { generation: 2 });
      expect(await bench.store.tasks.unhold(running.id, ME, 'ann', BACKOFF, NOW)).toMatchObject({
        outcome: 'resumed',
      });
    });

    it('of another task does not stand in the way', async () => {
      await bench.ask(await bench.running('attempt'));
      const held = await bench.held();
      expect(await bench.store.tasks.unhold(held.id, ME, 'ann', BACKOFF, NOW)).toMatchObject({
        outcome: 'resumed',
      });
    });

    it('expires when the attempt is taken up without its worker', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.unholdWithoutWorker(running.id, ME, BACKOFF, NOW),
      );
      expect(change.answer).toMatchObject({ outcome: 'resumed' });
      expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: NOW } });
      expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.unheld']);
    });
  });
}
