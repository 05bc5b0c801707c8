import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaskKind } from '../../shared/tasks.ts';
import {
  BACKOFF,
  claimRequest,
  HOLD_MAX_MS,
  ME,
  OTHER,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import { expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const WORKERS = ['spawn', 'attempt'] as const;

export function describeWorkerCap(create: CreateDatabase): void {
  describe('the worker cap', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const claim = (workerCap: number, me = ME) =>
      bench.store.tasks.claimNext(claimRequest(me, SETTLED_AT, workerCap));
    const expectFull = (workerCap: number) =>
      expectRefusal(bench.database, () => claim(workerCap), null);

    describe.each(WORKERS)('with a busy %s', (busy) => {
      it.each(WORKERS)('leaves a %s in the queue until there is room', async (kind) => {
        await bench.running(busy);
        await bench.queued(kind, { id: 'waiting' });
        await expectFull(1);
        expect(await claim(2)).toMatchObject({ id: 'waiting' });
      });

      it('counts it from its claim on', async () => {
        await bench.claimed(busy);
        await bench.queued('spawn', { id: 'waiting' });
        await expectFull(1);
      });

      it('does not hold up a send behind', async () => {
        await bench.running(busy);
        await bench.queued('spawn');
        await bench.queued('send', { id: 'z-send-behind' });
        expect(await claim(1)).toMatchObject({ id: 'z-send-behind' });
        await expectFull(1);
      });

      it('is of one project: another starts its own', async () => {
        await bench.running(busy, { projectId: 'full' });
        await bench.queued('spawn', { projectId: 'full' });
        await bench.queued('spawn', { projectId: 'free', id: 'z-behind' });
        expect(await claim(1)).toMatchObject({ id: 'z-behind' });
        await expectFull(1);
      });

      it('is of one daemon: another starts its own', async () => {
        await bench.running(busy, {}, OTHER);
        await bench.queued('spawn', { id: 'mine' });
        expect(await claim(1)).toMatchObject({ id: 'mine' });
      });

      it('is free again when the worker ended', async () => {
        const running = await bench.running(busy);
        await bench.queued('spawn', { id: 'waiting' });
        await bench.store.tasks.complete(running, 'done', SETTLED_AT);
        expect(await claim(1)).toMatchObject({ id: 'waiting' });
      });
    });

    it('holds for many claims in one: the oldest that there is room for, and every send', async () => {
      await bench.running('spawn', { projectId: 'one' });
      const queued: [TaskKind, string, string][] = [
        ['spawn', 'one', 'a'],
        ['attempt', 'one', 'b'],
        ['spawn', 'one', 'c'],
        ['spawn', 'two', 'd'],
        ['send', 'one', 'e'],
        ['send', 'one', 'f'],
      ];
      for (const [kind, projectId, id] of queued) await bench.queued(kind, { projectId, id });
      const claimMany = async (atMost: number) => {
        const request = claimRequest(ME, SETTLED_AT, 3);
        return (await bench.store.tasks.claimUpTo(atMost, request)).map(({ id }) => id);
      };
      expect(await claimMany(1)).toEqual(['a']);
      expect(await claimMany(10)).toEqual(['b', 'd', 'e', 'f']);
      expect(await claimMany(10)).toEqual([]);
    });

    it('holds for claims that are asked for together', async () => {
      for (let index = 0; index < 5; index += 1) await bench.queued('spawn');
      const claimed = await Promise.all(Array.from({ length: 5 }, () => claim(3)));
      expect(claimed.map((task) => task?.id ?? null)).toEqual([
        'task-1',
        'task-2',
        'task-3',
        null,
        null,
      ]);
      await expectFull(3);
    });

    it('is not filled by sends', async () => {
      await bench.running('send');
      await bench.queued('spawn', { id: 'waiting' });
      expect(await claim(1)).toMatchObject({ id: 'waiting' });
    });

    it('lets nothing but sends start when it is 0', async () => {
      await bench.queued('spawn');
      await bench.queued('attempt');
      await bench.queued('send', { id: 'z-send-behind' });
      expect(await claim(0)).toMatchObject({ id: 'z-send-behind' });
      await expectFull(0);
    });

    it('does not count an attempt while it is held, and counts it again once resumed', async () => {
      const held = await bench.held();
      await bench.queued('spawn', { id: 'first' });
      await bench.queued('spawn', { id: 'second' });
      expect(await claim(1)).toMatchObject({ id: 'first' });
      await bench.store.tasks.unhold(held.id, ME, 'ann', BACKOFF, SETTLED_AT);
      await expectFull(2);
    });

    it('does not count a spawn while its question is open, and counts it again once answered', async () => {
      const running = await bench.running('spawn');
      const approvalId = await bench.ask(running);
      await bench.queued('spawn', { id: 'first' });
      await bench.queued('spawn', { id: 'second' });
      expect(await claim(1)).toMatchObject({ id: 'first' });
      await bench.store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, SETTLED_AT);
      await expectFull(2);
      expect(await claim(3)).toMatchObject({ id: 'second' });
    });

    it('is not lifted by a question of an older generation', async () => {
      const running = await bench.running('spawn');
      await bench.ask(running);
      bench.database.updateByHand(running.id, { generation: 2 });
      await bench.queued('spawn');
      await expectFull(1);
    });

    it('is not lifted by the question of another task', async () => {
      await bench.running('spawn');
      const asking = await bench.running('send');
      await bench.ask(asking);
      await bench.queued('spawn');
      await expectFull(1);
    });

    it('counts a held attempt no more after its hold was settled', async () => {
      const held = await bench.held();
      await bench.store.tasks.settleHeld(ME, (held.heldUntil ?? 0) + HOLD_MAX_MS);
      await bench.queued('spawn', { id: 'waiting' });
      expect(await claim(1)).toMatchObject({ id: 'waiting' });
    });
  });
}
