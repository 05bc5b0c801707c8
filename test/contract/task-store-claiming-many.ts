import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIMED_AT,
  claimRequest,
  ME,
  NO_CAP,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeClaimingMany(create: CreateDatabase): void {
  describe('claim up to', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const claimed = async (atMost: number, workerCap = NO_CAP, excludedIds: string[] = []) => {
      const request = { ...claimRequest(ME, SETTLED_AT, workerCap), excludedIds };
      return (await bench.store.tasks.claimUpTo(atMost, request)).map(({ id }) => id);
    };

    it('takes the oldest of all projects, in their order, and no more than asked for', async () => {
      bench.unowned({ id: 'third', created_at: 30, project_id: 'a' });
      bench.unowned({ id: 'first', created_at: 10, project_id: 'b' });
      bench.unowned({ id: 'fourth', created_at: 40, project_id: 'b' });
      bench.unowned({ id: 'second', created_at: 20, project_id: 'c', kind: 'send' });
      expect(await claimed(3)).toEqual(['first', 'second', 'third']);
      expect(await claimed(3)).toEqual(['fourth']);
      expect(await claimed(3)).toEqual([]);
    });

    it('gives each the outcome of its own claim, a revision of its own, and an entry in the audit', async () => {
      const queued = [await bench.queued('spawn'), await bench.queued('send')];
      const before = Number(bench.row(queued[1]?.id ?? '').revision);
      const tasks = await bench.store.tasks.claimUpTo(5, claimRequest(ME, CLAIMED_AT));
      expect(tasks).toEqual(
        queued.map((task) => ({
          ...task,
          status: 'claimed',
          generation: 1,
          claimOwner: ME.bootId,
          claimedAt: CLAIMED_AT,
          updatedAt: CLAIMED_AT,
        })),
      );
      expect(tasks.map(({ id }) => bench.row(id).revision)).toEqual([before + 1, before + 2]);
      expect(bench.database.tables().audit.slice(-2)).toMatchObject(
        queued.map(({ id }) => ({
          task_id: id,
          action: 'dispatch.claimed',
          actor: ME.owner,
          generation: 1,
          at: CLAIMED_AT,
        })),
      );
    });

    it.each([1, 2, 3])('starts no more workers of one project than a cap of %i', async (cap) => {
      const full = [];
      for (let index = 0; index < 5; index += 1) full.push((await bench.queued('spawn')).id);
      const other = await bench.queued('spawn', { projectId: 'other' });
      const send = await bench.queued('send');
      expect(await claimed(10, cap)).toEqual([...full.slice(0, cap), other.id, send.id]);
      expect(await claimed(10, cap)).toEqual([]);
    });

    it('counts what is at work already', async () => {
      await bench.running('spawn');
      const next = await bench.queued('attempt');
      await bench.queued('spawn');
      expect(await claimed(10, 2)).toEqual([next.id]);
    });

    it('gives the place of one that waits on a person to the next', async () => {
      await bench.ask(await bench.running('spawn'));
      const next = await bench.queued('spawn');
      await bench.queued('spawn');
      expect(await claimed(10, 1)).toEqual([next.id]);
    });

    it('counts workers that nobody owned with those of its own', async () => {
      for (const id of ['old-1', 'old-2']) bench.unowned({ id, created_at: 1 });
      const mine = [await bench.queued('spawn'), await bench.queued('spawn')];
      const behind = await bench.queued('spawn', { projectId: 'other' });
      expect(await claimed(3, 3)).toEqual(['old-1', 'old-2', mine[0]?.id]);
      expect(await claimed(2, 3)).toEqual([behind.id]);
    });

    it('goes on to other projects where one had fewer places than it had rows', async () => {
      for (const id of ['old-1', 'old-2']) bench.unowned({ id, created_at: 1 });
      await bench.queued('spawn');
      const behind = await bench.queued('spawn', { projectId: 'other' });
      const send = await bench.queued('send');
      expect(await claimed(4, 2)).toEqual(['old-1', 'old-2', behind.id, send.id]);
    });

    it('leaves out what it is told to', async () => {
      const [first, second, third] = [
        await bench.queued('spawn'),
        await bench.queued('spawn'),
        await bench.queued('spawn'),
      ];
      expect(await claimed(2, NO_CAP, [first.id])).toEqual([second.id, third.id]);
    });
  });
}
