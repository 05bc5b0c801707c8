import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  HELD_AT,
  HOLD_MAX_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  StoreBench,
  statusesOf,
} from '../helpers/store-bench.ts';
import { changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const UNTIL = HELD_AT + HOLD_MAX_MS;

export function describeHolding(create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  describe('hold', () => {
    const hold = (id: string, me: DaemonIdentity = ME) =>
      bench.store.tasks.hold(id, me, HOLD_MAX_MS, 'ann', HELD_AT);

    it.each(['claimed', 'running'] as const)('parks an attempt that is %s', async (status) => {
      const task = await bench.inStatus('attempt', status);
      const change = await changeBy(bench.database, HELD_AT, () => hold(task.id));
      expect(change.answer).toEqual({
        outcome: 'held',
        heldUntil: UNTIL,
        task: { ...task, status: 'held', heldUntil: UNTIL, updatedAt: HELD_AT },
      });
      expect(change.tasks).toEqual({
        [task.id]: { status: 'held', held_until: UNTIL, parked_since: HELD_AT },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { task: task.id, action: 'dispatch.held', actor: 'ann', generation: 1 },
      ]);
    });

    it.each(['send', 'spawn'] as const)('refuses a %s in any state', async (kind) => {
      for (const status of statusesOf(kind)) {
        const { id } = await bench.inStatus(kind, status);
        await expectRefusal(bench.database, () => hold(id), { outcome: 'not_attempt' });
      }
    });

    it.each(statusesOf('attempt').filter((status) => status !== 'claimed' && status !== 'running'))(
      'refuses an attempt that is %s',
      async (status) => {
        const { id } = await bench.inStatus('attempt', status);
        await expectRefusal(bench.database, () => hold(id), { outcome: 'not_running', status });
      },
    );

    it("refuses another daemon's attempt and an unowned one", async () => {
      const { id } = await bench.running('attempt');
      await expectRefusal(bench.database, () => hold(id, OTHER), {
        outcome: 'not_owner',
        ownerDaemon: ME.owner,
      });
      const unowned = bench.unowned({ kind: 'attempt', status: 'running', claimed_at: HELD_AT });
      await expectRefusal(bench.database, () => hold(unowned), {
        outcome: 'not_owner',
        ownerDaemon: 'not known',
      });
    });

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => hold('nothing'), { outcome: 'not_found' });
    });
  });

  describe('shift deadlines', () => {
    const NOW = 7_000;
    const shift = (byMs: number, me: DaemonIdentity = ME) =>
      bench.store.tasks.shiftDeadlines(me, byMs, NOW);

    it.each([5_000, -5_000])('moves a hold by %d ms', async (byMs) => {
      const held = await bench.held();
      const change = await changeBy(bench.database, NOW, () => shift(byMs));
      expect(change.answer).toBe(1);
      expect(change.tasks).toEqual({ [held.id]: { held_until: UNTIL + byMs } });
    });

    it.each([5_000, -5_000])('moves open questions by %d ms', async (byMs) => {
      const spawn = await bench.running('spawn');
      const ofSpawn = await bench.ask(spawn);
      const attempt = await bench.running('attempt');
      const ofAttempt = await bench.ask(attempt);
      const change = await changeBy(bench.database, NOW, () => shift(byMs));
      expect(change.answer).toBe(1);
      expect(change.approvals).toEqual({
        [ofSpawn]: { expires_at: UNTIL + byMs },
        [ofAttempt]: { expires_at: UNTIL + byMs },
      });
      expect(change.tasks).toEqual({ [attempt.id]: { held_until: UNTIL + byMs } });
    });

    it('moves each of several, and each is a change of its own on the board', async () => {
      const held = [await bench.held(), await bench.held()];
      expect(await shift(1)).toBe(2);
      expect(new Set(held.map(({ id }) => bench.row(id).revision)).size).toBe(2);
    });

    it('leaves closed questions and rows that are not held', async () => {
      const running = await bench.running('spawn');
      await bench.ask(running);
      await bench.store.tasks.complete(running, 'done', NOW);
      const answered = await bench.ask(await bench.running('spawn'));
      await bench.store.approvals.answer(answered, 'allow', ME, 'ann', BACKOFF, NOW);
      const ended = await bench.running('spawn');
      await bench.ask(ended);
      bench.database.updateByHand(ended.id, { status: 'done' });
      await bench.inStatus('attempt', 'done');
      await expectRefusal(bench.database, () => shift(5_000), 0);
    });

    it('counts the time asleep of an attempt at work as parked, and none where the clock was set back', async () => {
      const { id } = await bench.inStatus('attempt', 'running');
      const change = await changeBy(bench.database, NOW, () => shift(5_000));
      expect(change.tasks).toEqual({ [id]: { parked_ms: 5_000 } });
      await expectRefusal(bench.database, () => shift(-5_000), 0);
      await expectRefusal(bench.database, () => shift(5_000, ME_RESTARTED), 0);
    });

    it('leaves what another daemon or an earlier boot parked', async () => {
      await bench.held();
      const spawn = await bench.running('spawn');
      await bench.ask(spawn);
      const namesake = { owner: OTHER.owner, bootId: ME.bootId };
      await expectRefusal(bench.database, () => shift(5_000, namesake), 0);
      await expectRefusal(bench.database, () => shift(5_000, ME_RESTARTED), 0);
    });
  });
}
