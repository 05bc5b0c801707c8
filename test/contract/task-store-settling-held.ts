import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity } from '../../electron/daemon/store/store.ts';
import {
  HELD_AT,
  HOLD_MAX_MS,
  KINDS,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const UNTIL = HELD_AT + HOLD_MAX_MS;

export function describeSettlingHeld(create: CreateDatabase): void {
  describe('settle held', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const settle = async (me: DaemonIdentity, now: number) => {
      const due = await bench.store.tasks.dueNow(me, LEASE_MS, now);
      const settled = await bench.store.tasks.settleHeld(me, now);
      expect(due.held).toBe(settled.length > 0);
      return settled;
    };

    it.each([
      ['lapsed', ME, UNTIL, 'hold_lapsed', 'Nobody answered before the hold lapsed.'],
      [
        'was parked by an earlier boot',
        ME_RESTARTED,
        NOW,
        'attempt_reclaimed',
        'Its worker was gone when the daemon looked.',
      ],
      ['is both', ME_RESTARTED, UNTIL, 'hold_lapsed', 'Nobody answered before the hold lapsed.'],
    ] as const)('settles an attempt whose hold %s', async (_case, me, now, code, message) => {
      const held = await bench.held();
      const change = await changeBy(bench.database, now, () => settle(me, now));
      expect(change.tasks).toEqual({
        [held.id]: {
          status: 'failed',
          generation: 2,
          attempts: 1,
          held_until: null,
          claim_owner: null,
          claimed_at: null,
          settled_at: now,
          error: message,
          error_code: code,
          error_next_step: expect.any(String),
        },
      });
      expect(change.answer).toEqual([await bench.find(held.id)]);
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { task: held.id, action: 'dispatch.reclaimed', actor: ME.owner, generation: 2 },
      ]);
    });

    it('waits for the lapse, to the millisecond', async () => {
      await bench.held();
      await expectRefusal(bench.database, () => settle(ME, UNTIL - 1), []);
    });

    it("never touches another daemon's hold, lapsed or not", async () => {
      await bench.held();
      await expectRefusal(bench.database, () => settle(OTHER, NOW), []);
      await expectRefusal(bench.database, () => settle(OTHER, UNTIL * 1_000), []);
    });

    it.each(KINDS)('leaves a %s in every other state alone', async (kind) => {
      for (const status of statusesOutside(kind, 'held')) {
        await bench.inStatus(kind, status);
        await expectRefusal(bench.database, () => settle(ME_RESTARTED, UNTIL * 1_000), []);
      }
    });

    it('closes open questions', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      const change = await changeBy(bench.database, UNTIL, () => settle(ME, UNTIL));
      expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: UNTIL } });
      expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.reclaimed']);
    });

    it('settles each of several, and each is a change of its own on the board', async () => {
      const held = [await bench.held(), await bench.held()];
      await bench.held({}, OTHER);
      const change = await changeBy(bench.database, UNTIL, () => settle(ME, UNTIL));
      expect(Object.keys(change.tasks).sort()).toEqual(held.map(({ id }) => id));
      expect(new Set(held.map(({ id }) => bench.row(id).revision)).size).toBe(2);
    });

    it('is the only thing that time does to a hold: no lease reclaims it', async () => {
      await bench.held();
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.reclaimStale(ME, LEASE_MS, UNTIL * 1_000),
        [],
      );
    });
  });
}
