import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKOFF,
  CLAIMED_AT,
  claimRequest,
  ENQUEUED_AT,
  KINDS,
  ME,
  OTHER,
  RETRYABLE,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeClaiming(create: CreateDatabase): void {
  describe('claim next', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const claimedId = async (request = claimRequest()) =>
      (await bench.store.tasks.claimNext(request))?.id ?? null;

    it.each(KINDS)('claims a queued %s under the next generation', async (kind) => {
      const queued = await bench.queued(kind);
      const change = await changeBy(bench.database, CLAIMED_AT, () =>
        bench.store.tasks.claimNext(claimRequest(ME, CLAIMED_AT)),
      );
      expect(change.answer).toEqual({
        ...queued,
        status: 'claimed',
        generation: 1,
        claimOwner: ME.bootId,
        claimedAt: CLAIMED_AT,
        updatedAt: CLAIMED_AT,
      });
      expect(change.tasks).toEqual({
        [queued.id]: {
          status: 'claimed',
          generation: 1,
          claim_owner: ME.bootId,
          claimed_at: CLAIMED_AT,
        },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { task: queued.id, action: 'dispatch.claimed', actor: ME.owner, generation: 1 },
      ]);
    });

    it.each(KINDS)('leaves a %s in every other state alone', async (kind) => {
      for (const status of statusesOutside(kind, 'queued')) {
        await bench.inStatus(kind, status);
        await expectRefusal(
          bench.database,
          () => bench.store.tasks.claimNext(claimRequest()),
          null,
        );
      }
    });

    it('takes the oldest of all projects first, by id among those of one moment', async () => {
      bench.unowned({ id: 'third', created_at: 30, project_id: 'a' });
      bench.unowned({ id: 'first', created_at: 10, project_id: 'b' });
      bench.unowned({ id: 'second-b', created_at: 20, project_id: 'a' });
      bench.unowned({ id: 'second-a', created_at: 20, project_id: 'a' });
      const order = [];
      while (order.length < 5) order.push(await claimedId());
      expect(order).toEqual(['first', 'second-a', 'second-b', 'third', null]);
    });

    it('waits for not_before, to the millisecond, and clears it', async () => {
      const running = await bench.running('spawn');
      await bench.store.tasks.fail(running, RETRYABLE, BACKOFF, 5_000);
      const due = bench.row(running.id).not_before;
      expect(due).toBe(5_200);
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.claimNext(claimRequest(ME, 5_199)),
        null,
      );
      const change = await changeBy(bench.database, 5_200, () =>
        bench.store.tasks.claimNext(claimRequest(ME, 5_200)),
      );
      expect(change.tasks[running.id]).toEqual({
        status: 'claimed',
        generation: 2,
        claim_owner: ME.bootId,
        claimed_at: 5_200,
        not_before: null,
      });
    });

    it.each(KINDS)("never takes another daemon's %s", async (kind) => {
      const { id } = await bench.queued(kind);
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.claimNext(claimRequest(OTHER)),
        null,
      );
      expect(await claimedId(claimRequest(ME))).toBe(id);
    });

    it.each([
      ['this daemon', ME],
      ['another', OTHER],
    ])('lets %s claim a row without owner, which it then owns', async (_who, me) => {
      const id = bench.unowned();
      const change = await changeBy(bench.database, CLAIMED_AT, () =>
        bench.store.tasks.claimNext(claimRequest(me, CLAIMED_AT)),
      );
      expect(change.tasks).toEqual({
        [id]: {
          status: 'claimed',
          generation: 1,
          claim_owner: me.bootId,
          claimed_at: CLAIMED_AT,
          owner_daemon: me.owner,
        },
      });
    });

    it('passes over what is excluded', async () => {
      const { id } = await bench.queued('spawn');
      const { id: excluded } = await bench.queued('send', { id: 'a-first' });
      const request = { ...claimRequest(), excludedIds: [excluded] };
      expect(await claimedId(request)).toBe(id);
      await expectRefusal(bench.database, () => bench.store.tasks.claimNext(request), null);
    });

    it('is not held up by rows that may not start: not due, foreign, excluded', async () => {
      bench.unowned({ id: 'not-due', created_at: 1, not_before: 9_000_000 });
      bench.unowned({ id: 'foreign', created_at: 2, owner_daemon: OTHER.owner });
      bench.unowned({ id: 'excluded', created_at: 3 });
      bench.unowned({ id: 'free', created_at: 4 });
      expect(await claimedId({ ...claimRequest(), excludedIds: ['excluded'] })).toBe('free');
    });

    it('bumps the generation with every claim', async () => {
      const { id } = await bench.queued('spawn');
      for (const generation of [1, 2, 3]) {
        const claimed = await bench.claim(id);
        expect(claimed.generation).toBe(generation);
        await bench.store.tasks.release(claimed, 'Deferred.', ENQUEUED_AT);
      }
    });
  });
}
