import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  claimRequest,
  FINAL,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import { expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const CONDUCTOR = 'conductor';
const NOW = 7_000;

/** What settled, and telling it to conductors: once, in one send, when they are idle. */
export function describeEventStore(name: string, create: CreateDatabase): void {
  describe(`events of the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    /** A live session with a task of its own, idle. */
    async function session(id = CONDUCTOR, projectId = 'project-1', me = ME) {
      await bench.begunSession(
        { id, projectId, taskId: 'made-for', folder: '/folders/conductor' },
        { by: me, now: 1 },
      );
      await bench.store.sessions.setStateIfLive(id, 'idle');
    }

    async function conductor(id = CONDUCTOR, projectId = 'project-1', me = ME) {
      await session(id, projectId, me);
      expect(await bench.store.events.conduct(id, true, me, NOW)).toEqual({
        outcome: 'conducting',
      });
    }

    const settled = (projectId = 'project-1') => bench.inStatus('spawn', 'done', { projectId });
    const delivery = (change: Partial<NewDelivery> = {}): NewDelivery => ({
      taskId: 'delivery',
      sessionId: CONDUCTOR,
      upTo: 1_000,
      prompt: 'It settled.',
      failureLimit: 1,
      ...change,
    });
    const deliver = (change: Partial<NewDelivery> = {}, me = ME) =>
      bench.store.events.deliverIfIdle(delivery(change), me, NOW);
    const isAnyIdle = async (me = ME) =>
      (await bench.store.tasks.dueNow(me, LEASE_MS, NOW)).conductors;
    const waiting = async (me = ME) => {
      const found = await bench.store.events.waiting(me, 10);
      if (found.length > 0) expect(await isAnyIdle(me)).toBe(true);
      return found;
    };
    const waitingIds = async () =>
      (await waiting()).flatMap(({ events }) => events.map(({ taskId }) => taskId));
    const deliveredAt = async () =>
      (await bench.store.events.list(0, 100)).events.map((event) => event.deliveredAt);

    /** Claims the delivery and brings it to its end. */
    async function end(how: 'done' | 'failed' | 'blocked') {
      const claim = await bench.claim('delivery', ME, NOW);
      const { tasks } = bench.store;
      if (how === 'done') return tasks.complete(claim, 'Understood.', NOW + 1);
      return tasks.fail(claim, how === 'failed' ? FINAL : RETRYABLE, BACKOFF, NOW + 1);
    }

    it('are listed in the order in which their tasks settled, page by page', async () => {
      const one = await settled();
      const two = await settled('project-2');
      const first = await bench.store.events.list(0, 1);
      expect(first).toMatchObject({ events: [{ taskId: one.id, type: 'task.done' }], more: true });
      const second = await bench.store.events.list(first.position, 1);
      expect(second).toMatchObject({
        events: [{ taskId: two.id, projectId: 'project-2' }],
        more: false,
      });
      expect(await bench.store.events.lastPosition()).toBe(second.position);
      expect(await bench.store.events.list(second.position, 1)).toEqual({
        events: [],
        position: second.position,
        more: false,
      });
    });

    it('of one project can be read from the newest on', async () => {
      const one = await settled();
      await settled('project-2');
      const two = await settled();
      const idsOf = async (limit: number) =>
        (await bench.store.events.latest('project-1', limit)).map(({ taskId }) => taskId);
      expect(await idsOf(10)).toEqual([two.id, one.id]);
      expect(await idsOf(1)).toEqual([two.id]);
    });

    describe('a conductor', () => {
      it('is shown with its session, and takes the place of another', async () => {
        await settled();
        await conductor();
        const before = await bench.store.board.currentRevision();
        await conductor('next');
        const { sessions } = await bench.store.board.changesSince(before, 10);
        expect(sessions.map(({ id, isConductor }) => [id, isConductor]).sort()).toEqual([
          [CONDUCTOR, false],
          ['next', true],
        ]);
      });

      it('stops when it is told to', async () => {
        await settled();
        await conductor();
        expect(await bench.store.events.conduct(CONDUCTOR, false, ME, NOW)).toEqual({
          outcome: 'conducting_no_more',
        });
        expect(await waiting()).toEqual([]);
      });

      it('is not one that ended, takes no prompts, or lives elsewhere', async () => {
        await settled();
        await session();
        await bench.store.sessions.endIfLive(CONDUCTOR, NOW);
        const { events } = bench.store;
        await expectRefusal(bench.database, () => events.conduct(CONDUCTOR, true, ME, NOW), {
          outcome: 'session_ended',
        });
        await expectRefusal(bench.database, () => events.conduct('nobody', true, ME, NOW), {
          outcome: 'not_found',
        });
        await bench.begunSession({
          id: 'command',
          taskId: 'made-for',
          agent: 'command',
          acceptsPrompts: false,
        });
        await expectRefusal(bench.database, () => events.conduct('command', true, ME, NOW), {
          outcome: 'takes_no_prompts',
          agent: 'command',
        });
        await session('elsewhere', 'project-1', OTHER);
        await expectRefusal(bench.database, () => events.conduct('elsewhere', true, ME, NOW), {
          outcome: 'not_owner',
          ownerDaemon: OTHER.owner,
        });
      });
    });

    describe('what waits', () => {
      it('is what settled in the project of the conductor, oldest first, at most as asked', async () => {
        const one = await settled();
        await settled('project-2');
        const two = await settled();
        await conductor();
        expect(await waiting()).toMatchObject([
          {
            projectId: 'project-1',
            sessionId: CONDUCTOR,
            events: [{ taskId: one.id }, { taskId: two.id }],
            furtherCount: 0,
          },
        ]);
        expect(await bench.store.events.waiting(ME, 1)).toMatchObject([
          { events: [{ taskId: one.id }], furtherCount: 1 },
        ]);
      });

      it('never is an attempt', async () => {
        await bench.inStatus('attempt', 'done');
        await conductor();
        expect(await waiting()).toEqual([]);
      });

      it('is nothing while the conductor works, asks or starts', async () => {
        await settled();
        await conductor();
        for (const state of ['working', 'awaiting', 'starting', 'disconnected'] as const) {
          await bench.store.sessions.setStateIfLive(CONDUCTOR, state);
          expect(await waiting()).toEqual([]);
          expect(await isAnyIdle()).toBe(false);
          await expectRefusal(bench.database, () => deliver(), { outcome: 'not_ready' });
        }
      });

      it('is nothing while a send to the conductor is under way', async () => {
        await settled();
        await conductor();
        const send = await bench.queued('send', { targetSession: CONDUCTOR });
        expect(await waiting()).toEqual([]);
        await expectRefusal(bench.database, () => deliver(), { outcome: 'not_ready' });
        const claim = await bench.claim(send.id, ME, NOW);
        expect(await waiting()).toEqual([]);
        await bench.store.tasks.complete(claim, 'Done.', NOW);
        expect(await waitingIds()).toHaveLength(2);
      });

      it('waits for the daemon and the boot that the conductor lives in', async () => {
        await settled();
        await conductor();
        for (const other of [OTHER, ME_RESTARTED]) {
          expect(await waiting(other)).toEqual([]);
          await expectRefusal(bench.database, () => deliver({}, other), { outcome: 'not_ready' });
        }
      });

      it('of a busy conductor holds up no other', async () => {
        await settled();
        const other = await settled('project-2');
        await conductor();
        await conductor('second', 'project-2');
        await bench.store.sessions.setStateIfLive(CONDUCTOR, 'working');
        expect(await waitingIds()).toEqual([other.id]);
      });
    });

    describe('a delivery', () => {
      it('is one send to the conductor under the profile of its task, and itself no event', async () => {
        const { id } = await settled();
        await bench.store.sessions.setTaskIfLive(CONDUCTOR, id);
        await conductor();
        expect(await deliver()).toEqual({ outcome: 'enqueued', eventCount: 1 });
        expect(await bench.find('delivery')).toMatchObject({
          kind: 'send',
          status: 'queued',
          targetSession: CONDUCTOR,
          prompt: 'It settled.',
          ownerDaemon: ME.owner,
          projectId: 'project-1',
          isDelivery: true,
        });
        await end('done');
        expect((await bench.store.events.list(0, 10)).events).toHaveLength(1);
      });

      it('takes along what it names and nothing later', async () => {
        await settled();
        await conductor();
        const [first] = await waiting();
        await settled();
        const upTo = first?.events.at(-1)?.position ?? 0;
        expect(await deliver({ upTo })).toEqual({ outcome: 'enqueued', eventCount: 1 });
        await end('done');
        expect(await deliveredAt()).toEqual([NOW + 1, null]);
        expect(await waitingIds()).toHaveLength(1);
      });

      it('is not made twice for the same events', async () => {
        await settled();
        await conductor();
        await deliver();
        await expectRefusal(bench.database, () => deliver({ taskId: 'again' }), {
          outcome: 'not_ready',
        });
        await end('done');
        expect(await waiting()).toEqual([]);
        await expectRefusal(bench.database, () => deliver({ taskId: 'again' }), {
          outcome: 'not_ready',
        });
      });

      it('is not made for a session that conducts no more', async () => {
        await settled();
        await conductor();
        await conductor('next');
        await expectRefusal(bench.database, () => deliver(), { outcome: 'not_ready' });
      });

      it('counts as acknowledged once it is done, not before', async () => {
        await settled();
        await conductor();
        await deliver();
        expect(await deliveredAt()).toEqual([null]);
        await end('done');
        expect(await deliveredAt()).toEqual([NOW + 1]);
      });

      it('that a person cancels is not repeated', async () => {
        await settled();
        await conductor();
        await deliver();
        await bench.store.tasks.cancel('delivery', ME, 'ann', NOW + 1);
        expect(await deliveredAt()).toEqual([NOW + 1]);
        expect(await waiting()).toEqual([]);
      });

      it.each(['failed', 'blocked'] as const)(
        'that ends %s gives its events back, and waits until somebody has looked at it',
        async (how) => {
          const { id } = await settled();
          await conductor();
          await deliver();
          await end(how);
          expect(await bench.find('delivery')).toMatchObject({ status: how });
          expect(await deliveredAt()).toEqual([null]);
          expect(await waiting()).toEqual([]);
          await expectRefusal(bench.database, () => deliver({ taskId: 'again' }), {
            outcome: 'not_ready',
          });
          await bench.store.tasks.dismiss('delivery', 'ann', NOW + 2);
          expect(await waitingIds()).toEqual([id]);
        },
      );

      it('keeps its events through a retry', async () => {
        await settled();
        await conductor();
        await deliver({ failureLimit: 2 });
        await end('blocked');
        expect(await bench.find('delivery')).toMatchObject({ status: 'queued', attempts: 1 });
        expect(await waiting()).toEqual([]);
        const again = await bench.store.tasks.claimNext(claimRequest(ME, NOW + BACKOFF.capMs));
        await bench.store.tasks.complete(
          { id: 'delivery', generation: again?.generation ?? 0 },
          'Understood.',
          NOW + 9,
        );
        expect(await deliveredAt()).toEqual([NOW + 9]);
      });
    });

    it('of an older program get a position too', async () => {
      await settled();
      bench.database.insertEventAsOldProgram('old-event');
      const { events } = await bench.store.events.list(0, 10);
      expect(events.map(({ position }) => position)).toEqual([1, 2]);
      expect(events[1]).toMatchObject({ id: 'old-event', createdAt: SETTLED_AT });
    });
  });
}
