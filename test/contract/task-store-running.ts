import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CLAIMED_AT,
  claimRequest,
  KINDS,
  kindsWithin,
  ME,
  SESSION,
  STARTED_AT,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const ATTACHED = {
  worker_session_id: SESSION.sessionId,
  work_folder: SESSION.workFolder,
  branch: SESSION.branch,
};

export function describeRunning(create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());
  const wrongGenerations = (task: { id: string; generation: number }) =>
    [task.generation - 1, task.generation + 1].map((generation) => ({ id: task.id, generation }));

  describe('release', () => {
    it.each(KINDS)('puts a claimed %s back as it was, without burning an attempt', async (kind) => {
      const claimed = await bench.claimed(kind);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.release(claimed, 'The session is busy.', NOW),
      );
      expect(change.answer).toEqual({ outcome: 'released' });
      expect(change.tasks).toEqual({
        [claimed.id]: { status: 'queued', claim_owner: null, claimed_at: null },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        {
          action: 'dispatch.released',
          actor: ME.owner,
          generation: 1,
          detail: 'The session is busy.',
        },
      ]);
      expect(await bench.store.tasks.claimNext(claimRequest())).toMatchObject({ id: claimed.id });
    });

    it('closes what was asked', async () => {
      const claimed = await bench.claimed('spawn');
      const approvalId = await bench.ask(claimed);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.release(claimed, 'Deferred.', NOW),
      );
      expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: NOW } });
      expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.released']);
    });

    it.each(KINDS)('refuses a %s in every other state', async (kind) => {
      for (const status of statusesOutside(kind, 'claimed')) {
        const task = await bench.inStatus(kind, status);
        await expectRefusal(
          bench.database,
          () => bench.store.tasks.release(task, 'Deferred.', NOW),
          {
            outcome: 'stale',
            generation: task.generation,
            status,
          },
        );
      }
    });

    it('refuses any other generation, and what is not there', async () => {
      const claimed = await bench.claimed('spawn');
      for (const claim of wrongGenerations(claimed)) {
        await expectRefusal(
          bench.database,
          () => bench.store.tasks.release(claim, 'Deferred.', NOW),
          { outcome: 'stale', generation: 1, status: 'claimed' },
        );
      }
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.release({ id: 'nothing', generation: 1 }, 'Deferred.', NOW),
        { outcome: 'not_found' },
      );
    });
  });

  describe('mark running', () => {
    it.each(KINDS)('attaches the worker to a claimed %s', async (kind) => {
      const claimed = await bench.claimed(kind);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.markRunning(claimed, SESSION, NOW),
      );
      expect(change.answer).toEqual({ outcome: 'running' });
      expect(change.tasks).toEqual({
        [claimed.id]: { status: 'running', ...ATTACHED, started_at: NOW },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { action: 'dispatch.running', actor: ME.owner, generation: 1 },
      ]);
    });

    it.each(KINDS)(
      'attaches another worker to a running %s, which keeps its start',
      async (kind) => {
        const running = await bench.running(kind);
        const change = await changeBy(bench.database, NOW, () =>
          bench.store.tasks.markRunning(
            running,
            { sessionId: 'session-2', workFolder: '/folders/two', branch: null },
            NOW,
          ),
        );
        expect(change.answer).toEqual({ outcome: 'running' });
        expect(change.tasks).toEqual({
          [running.id]: {
            worker_session_id: 'session-2',
            work_folder: '/folders/two',
            branch: null,
          },
        });
      },
    );

    it('attaches the worker of an attempt that was held while starting, and says so', async () => {
      const claimed = await bench.claimed('attempt');
      await bench.store.tasks.hold(claimed.id, ME, 10_000, 'ann', CLAIMED_AT);
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.markRunning(claimed, SESSION, NOW),
      );
      expect(change.answer).toEqual({ outcome: 'held' });
      expect(change.tasks).toEqual({ [claimed.id]: { ...ATTACHED, started_at: NOW } });
      expect(await bench.find(claimed.id)).toMatchObject({ status: 'held' });
    });

    it('attaches another worker to a held attempt, which keeps its start', async () => {
      const held = await bench.held();
      const at = { sessionId: 'session-2', workFolder: '/folders/two', branch: null };
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.markRunning(held, at, NOW),
      );
      expect(change.tasks).toEqual({
        [held.id]: { worker_session_id: 'session-2', work_folder: '/folders/two', branch: null },
      });
    });

    it.each(KINDS)('refuses a %s in every other state', async (kind) => {
      for (const status of statusesOutside(kind, 'claimed', 'running', 'held')) {
        const task = await bench.inStatus(kind, status);
        await expectRefusal(
          bench.database,
          () => bench.store.tasks.markRunning(task, SESSION, NOW),
          { outcome: 'stale', generation: task.generation, status },
        );
      }
    });

    it.each(kindsWithin('claimed', 'running', 'held'))(
      'refuses a %s that is %s under any other generation',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        for (const claim of wrongGenerations(task)) {
          await expectRefusal(
            bench.database,
            () => bench.store.tasks.markRunning(claim, { ...SESSION, sessionId: 'late' }, NOW),
            { outcome: 'stale', generation: task.generation, status },
          );
        }
      },
    );

    it('names what is not there', async () => {
      await expectRefusal(
        bench.database,
        () => bench.store.tasks.markRunning({ id: 'nothing', generation: 1 }, SESSION, NOW),
        { outcome: 'not_found' },
      );
    });
  });

  describe('touch', () => {
    it.each(kindsWithin('claimed', 'running'))(
      'renews the lease of a %s that is %s',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const change = await changeBy(bench.database, NOW, () =>
          bench.store.tasks.touch([task], NOW),
        );
        expect(change.answer).toEqual([]);
        expect(change.tasks).toEqual({ [task.id]: { claimed_at: NOW } });
        expect(actions(change.audit)).toEqual([]);
      },
    );

    it.each(KINDS)('gives back the claim of a %s in every other state', async (kind) => {
      for (const status of statusesOutside(kind, 'claimed', 'running')) {
        const { id, generation } = await bench.inStatus(kind, status);
        const claim = { id, generation };
        await expectRefusal(bench.database, () => bench.store.tasks.touch([claim], NOW), [claim]);
      }
    });

    it('renews each standing claim of several, and gives back those that do not stand', async () => {
      const standing = await bench.running('spawn');
      const reclaimed = await bench.running('send');
      const lost = { id: reclaimed.id, generation: reclaimed.generation - 1 };
      const early = { id: reclaimed.id, generation: reclaimed.generation + 1 };
      const unknown = { id: 'nothing', generation: 1 };
      const also = await bench.claimed('attempt');
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.touch([lost, standing, unknown, early, also], NOW),
      );
      expect(change.answer).toEqual([lost, unknown, early]);
      expect(change.tasks).toEqual({
        [standing.id]: { claimed_at: NOW },
        [also.id]: { claimed_at: NOW },
      });
      const revisions = [standing, also].map(({ id }) => bench.row(id).revision);
      expect(new Set(revisions).size).toBe(2);
    });

    it('does nothing for nobody', async () => {
      await bench.running('spawn');
      await expectRefusal(bench.database, () => bench.store.tasks.touch([], STARTED_AT), []);
    });
  });
}
