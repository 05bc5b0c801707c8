import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Evidence } from '../../electron/daemon/store/pulls/pull-store.ts';
import { HEAD, NOW, PULL, PullBench, readyFacts, UNIT, UNTIL } from '../helpers/pull-bench.ts';
import { ME } from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

/** Who owns a pull request, and how it changes hands. */
export function describeOwning(create: CreateDatabase): void {
  let bench: PullBench;
  beforeEach(() => {
    bench = new PullBench(create);
  });
  afterEach(() => bench.remove());

  describe('claim', () => {
    it('takes what nobody owns, again for its owner, and never displaces', async () => {
      const { pulls } = bench.store;
      expect(await pulls.claimIfUnowned(PULL, UNIT, NOW)).toEqual({ outcome: 'claimed' });
      expect(await pulls.claimIfUnowned(PULL, UNIT, NOW)).toEqual({ outcome: 'claimed' });
      const other = { runId: 'run-2', unit: 'task-9' };
      expect(await pulls.claimIfUnowned(PULL, other, NOW)).toEqual({
        ...{ outcome: 'publication_ownership_changed', ownedBy: 'task-1 of run run-1' },
      });
      expect(await pulls.ownerOf(PULL)).toMatchObject(UNIT);
      expect(await pulls.ownerOf({ ...PULL, number: 8 })).toBeNull();
    });

    it('by one of two at once', async () => {
      const { pulls } = bench.store;
      const second = bench.database.open();
      const other = { runId: 'run-2', unit: 'task-9' };
      const claims = await Promise.all([
        pulls.claimIfUnowned(PULL, UNIT, NOW),
        second.pulls.claimIfUnowned(PULL, other, NOW),
      ]);
      expect(claims.map(({ outcome }) => outcome).sort()).toEqual([
        'claimed',
        'publication_ownership_changed',
      ]);
    });
  });

  describe('a reservation', () => {
    it("is the owner's alone, one at a time, until it is given back or expires", async () => {
      const { pulls } = bench.store;
      await pulls.claimIfUnowned(PULL, UNIT, NOW);
      expect(await bench.reserve('one')).toEqual({ outcome: 'reserved' });
      expect(await bench.reserve('two')).toEqual({ outcome: 'pull_reserved', untilAt: UNTIL });
      expect(await bench.reserve('two', { ...UNIT, unit: 'task-0' })).toMatchObject({
        outcome: 'publication_ownership_changed',
      });
      expect(await pulls.unreserve('wrong', NOW)).toBe(false);
      expect(await pulls.unreserve('one', NOW)).toBe(true);
      expect(await bench.reserve('two')).toEqual({ outcome: 'reserved' });
      expect(await bench.reserve('three', UNIT, UNTIL - 1)).toMatchObject({
        outcome: 'pull_reserved',
      });
      expect(await bench.reserve('three', UNIT, UNTIL, UNTIL + 1_000)).toEqual({
        outcome: 'reserved',
      });
      // The one that expired gives nothing back any more.
      expect(await pulls.unreserve('two', UNTIL)).toBe(false);
    });
  });

  describe('a transfer', () => {
    const to = { runId: 'run-1', unit: 'task-2' };
    it('needs the token and the still-current owner', async () => {
      const { pulls } = bench.store;
      await pulls.claimIfUnowned(PULL, UNIT, NOW);
      await bench.reserve('one');
      const transfer = (token: string, from = UNIT, now = NOW) =>
        pulls.transfer(PULL, token, from, to, now);
      expect(await transfer('wrong')).toEqual({ outcome: 'race_lost', race: 'reservation_lost' });
      expect(await transfer('one', { ...UNIT, unit: 'task-0' })).toEqual({
        ...{ outcome: 'race_lost', race: 'owner_changed' },
      });
      expect(await transfer('one', UNIT, UNTIL)).toEqual({
        ...{ outcome: 'race_lost', race: 'reservation_lost' },
      });
      expect(await transfer('one')).toEqual({ outcome: 'written' });
      expect(await pulls.ownerOf(PULL)).toEqual({ ...to, reservedUntilAt: null });
    });
  });

  describe('a published pull request', () => {
    it('is owned by its attempt, with evidence of the work', async () => {
      const before = await bench.published();
      expect(before).toMatchObject({ status: 'open', pushedCommit: HEAD, approvedHead: null });
      expect(await bench.store.pulls.ownerOf(PULL)).toMatchObject(UNIT);
      expect(await bench.store.pulls.evidenceOf(PULL)).toEqual([
        { ...PULL, ...UNIT, kind: 'coding_completed', requester: 'ann', head: HEAD },
      ]);
      const { runs } = await bench.store.board.changesSince(0, 10);
      expect(runs).toMatchObject([{ pull: { number: 7, status: 'open', ownerOrdinal: 1 } }]);
    });

    it('that somebody else owns is not taken with its number, and the row stays as it was', async () => {
      const { pulls } = bench.store;
      await pulls.claimIfUnowned(PULL, { runId: 'run-9', unit: 'task-9' }, NOW);
      await expect(bench.published()).rejects.toThrow();
      expect(await pulls.find('run-1')).toMatchObject({ status: 'publishing', number: null });
      expect(await pulls.ownerOf(PULL)).toMatchObject({ runId: 'run-9' });
    });

    it('changes hands with the next attempt of its own run', async () => {
      const before = await bench.published();
      const { runs, pulls } = bench.store;
      const attempt = {
        because: 'changes_requested',
        ...{ taskId: 'task-2', prompt: '', notBefore: 0 },
      } as const;
      await runs.requestChangesIfEnded('run-1', attempt, ME, 'ann', NOW);
      expect(await pulls.ownerOf(PULL)).toMatchObject({ runId: 'run-1', unit: 'task-2' });
      expect(await bench.pull()).toMatchObject({ unit: 'task-2', version: before.version + 1 });
      // The attempt that was displaced is refused at the gate.
      expect(await bench.reserve('one', UNIT)).toMatchObject({
        outcome: 'publication_ownership_changed',
      });
    });

    it('keeps evidence once, however often it is seen', async () => {
      const before = await bench.published();
      const seen: Evidence = {
        ...{ ...PULL, ...UNIT, kind: 'approval_posted', requester: 'ann', head: HEAD },
      };
      await bench.store.pulls.recordFacts(before, readyFacts(HEAD), [seen, seen], ME, NOW);
      expect(await bench.store.pulls.evidenceOf(PULL)).toHaveLength(2);
    });
  });
}
