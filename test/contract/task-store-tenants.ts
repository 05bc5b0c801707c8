import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  claimRequest,
  FINAL,
  HELD_AT,
  HOLD_MAX_MS,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  QUESTION,
  SESSION,
  StoreBench,
} from '../helpers/store-bench.ts';
import { expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const LONG_AFTER = 1_000 * (HOLD_MAX_MS + LEASE_MS);

/** The same daemon address on both sides: nothing but the account keeps them apart. */
export function describeTenants(create: CreateDatabase): void {
  describe('two accounts on one database', () => {
    let bench: StoreBench;
    let stranger: Store;
    beforeEach(() => {
      bench = new StoreBench(create);
      stranger = bench.database.open('another-account');
    });
    afterEach(() => bench.remove());

    const NOTHING = { outcome: 'not_found' } as const;
    const refuses = (call: () => Promise<unknown>, answer: unknown) =>
      expectRefusal(bench.database, call, answer);

    it('never claim, reclaim or settle what is not theirs', async () => {
      await bench.queued('send');
      await bench.ask(await bench.running('spawn'));
      await bench.held();
      await refuses(() => stranger.tasks.claimNext(claimRequest()), null);
      await refuses(() => stranger.tasks.reclaimStale(ME_RESTARTED, LEASE_MS, LONG_AFTER), []);
      await refuses(() => stranger.tasks.settleHeld(ME_RESTARTED, LONG_AFTER), []);
      await refuses(() => stranger.tasks.shiftDeadlines(ME, 1_000, NOW), 0);
      const nothing = { stale: false, held: false, lapsed: false, conductors: false };
      await refuses(() => stranger.tasks.dueNow(ME_RESTARTED, LEASE_MS, LONG_AFTER), nothing);
      await refuses(() => stranger.tasks.dueNow(ME, LEASE_MS, LONG_AFTER), nothing);
    });

    it('neither claim nor reclaim the unowned rows of the other', async () => {
      bench.unowned();
      bench.unowned({ status: 'running' });
      await refuses(() => stranger.tasks.claimNext(claimRequest()), null);
      await refuses(() => stranger.tasks.reclaimStale(ME, LEASE_MS, LONG_AFTER), []);
    });

    it('cannot report for the work of the other', async () => {
      const running = await bench.running('spawn');
      const claimed = await bench.claimed('spawn');
      const held = await bench.held();
      for (const claim of [running, held]) {
        await refuses(() => stranger.tasks.markRunning(claim, SESSION, NOW), NOTHING);
        await refuses(() => stranger.tasks.complete(claim, 'late', NOW), NOTHING);
        await refuses(() => stranger.tasks.fail(claim, FINAL, BACKOFF, NOW), NOTHING);
      }
      await refuses(() => stranger.tasks.release(claimed, 'Deferred.', NOW), NOTHING);
      await refuses(() => stranger.tasks.touch([running], NOW), [running]);
    });

    it('cannot hold, unhold, cancel or dismiss what is not theirs', async () => {
      const running = await bench.running('attempt');
      const held = await bench.held();
      const done = await bench.inStatus('spawn', 'done');
      const queued = bench.unowned();
      const { tasks } = stranger;
      await refuses(() => tasks.hold(running.id, ME, HOLD_MAX_MS, 'eve', NOW), NOTHING);
      await refuses(() => tasks.unhold(held.id, ME, 'eve', BACKOFF, NOW), NOTHING);
      await refuses(() => tasks.unholdWithoutWorker(held.id, ME, BACKOFF, NOW), NOTHING);
      for (const id of [running.id, held.id, done.id, queued]) {
        await refuses(() => tasks.cancel(id, ME, 'eve', NOW), NOTHING);
      }
      await refuses(() => tasks.dismiss(done.id, 'eve', NOW), NOTHING);
    });

    it('cannot ask, answer or take back the questions of the other', async () => {
      const running = await bench.running('spawn');
      const approvalId = await bench.ask(running);
      const attempt = await bench.running('attempt');
      await bench.ask(attempt);
      const { sessionId } = SESSION;
      const { approvals } = stranger;
      await refuses(
        () => approvals.ask(running, sessionId, QUESTION, ME, HOLD_MAX_MS, NOW),
        NOTHING,
      );
      await refuses(() => approvals.answer(approvalId, 'allow', ME, 'eve', BACKOFF, NOW), NOTHING);
      await refuses(
        () => approvals.expireIfOpen(running.id, sessionId, QUESTION.requestId, NOW),
        false,
      );
      await refuses(() => stranger.tasks.unhold(attempt.id, ME, 'eve', BACKOFF, HELD_AT), NOTHING);
      await refuses(
        () => stranger.tasks.unholdWithoutWorker(attempt.id, ME, BACKOFF, HELD_AT),
        NOTHING,
      );
      await refuses(() => approvals.lapsed(ME, LONG_AFTER), []);
      await refuses(() => approvals.ofTask(running.id), []);
    });

    it('do not see the rows of the other', async () => {
      const running = await bench.running('spawn');
      await bench.begunSession({ id: SESSION.sessionId, taskId: running.id }, { now: NOW });
      await bench.queued('send');
      bench.unowned({ not_before: LONG_AFTER });
      const { board, sessions, tasks } = stranger;
      expect(await tasks.find(running.id)).toBeNull();
      expect(await tasks.listForConductor('project-1', 10)).toEqual([]);
      expect(await tasks.nextDueAt(ME, NOW)).toBeNull();
      expect(await board.changesSince(0, 1)).toMatchObject({
        cards: [],
        sessions: [],
        runs: [],
        more: false,
      });
      expect(await board.cardOf(running.id)).toBeNull();
      expect(await board.auditOf(running.id)).toEqual([]);
      expect(await board.recentFolders(10)).toEqual([]);
      expect(await sessions.find(SESSION.sessionId)).toBeNull();
      expect(await sessions.ofTask(running.id)).toEqual([]);
      await refuses(() => sessions.setStateIfLive(SESSION.sessionId, 'idle'), false);
      await refuses(() => sessions.setTaskIfLive(SESSION.sessionId, 'task-9'), false);
      await refuses(() => sessions.endIfLive(SESSION.sessionId, NOW), false);
      await refuses(() => sessions.endOfEarlierBoots(ME_RESTARTED, NOW), []);
    });

    it('take their own work past what waits for the other in a project of the same name', async () => {
      await bench.queued('spawn', { id: 'a-first' });
      const { id } = await bench.queued('spawn', { id: 'z-own' }, ME, stranger);
      expect(await stranger.tasks.claimNext(claimRequest())).toMatchObject({ id });
      await refuses(() => stranger.tasks.claimNext(claimRequest()), null);
    });

    it('have worker caps of their own, also for a project of the same name', async () => {
      await bench.running('spawn', {}, ME, stranger);
      const { id } = await bench.queued('spawn');
      expect(await bench.store.tasks.claimNext(claimRequest(ME, NOW, 1))).toMatchObject({ id });
    });
  });
}
