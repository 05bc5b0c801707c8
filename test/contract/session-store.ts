import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewSession } from '../../electron/daemon/store/store.ts';
import { ME, ME_RESTARTED, OTHER, SESSION, StoreBench } from '../helpers/store-bench.ts';
import { changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;

export function describeSessionStore(name: string, create: CreateDatabase): void {
  describe(`sessions of the ${name} store`, () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const begin = (session: Partial<NewSession> = {}, by = ME, now = NOW) =>
      bench.begunSession({ id: SESSION.sessionId, ...session }, { by, now });
    const revision = () => bench.store.board.currentRevision();

    it('begin as starting, owned by their daemon and boot', async () => {
      const before = await revision();
      const session = await begin();
      expect(await bench.store.sessions.find(session.id)).toEqual({
        ...session,
        ownerDaemon: ME.owner,
        bootId: ME.bootId,
        state: 'starting',
        createdAt: NOW,
        agentSessionId: null,
      });
      expect(await revision()).toBe(before + 1);
    });

    it('change state while they live; the same state is no change', async () => {
      const { id } = await begin();
      const before = await revision();
      expect(await bench.store.sessions.setStateIfLive(id, 'working')).toBe(true);
      expect(await revision()).toBe(before + 1);
      expect(await bench.store.sessions.find(id)).toMatchObject({ state: 'working' });
      await expectRefusal(
        bench.database,
        () => bench.store.sessions.setStateIfLive(id, 'working'),
        false,
      );
    });

    it('are working from when their task runs, in the same transaction', async () => {
      const { id } = await begin();
      const claimed = await bench.claimed('spawn');
      const change = await changeBy(bench.database, NOW, () =>
        bench.store.tasks.markRunning(claimed, SESSION, NOW),
      );
      expect(Object.keys(change.sessions)).toEqual([id]);
      expect(change.sessions[id]).toMatchObject({ state: 'working' });
      expect(change.sessions[id]?.revision).toBeGreaterThan(0);
    });

    it('await from when their attempt turns out to be held', async () => {
      const { id } = await begin();
      const held = await bench.held();
      await bench.store.tasks.markRunning(held, SESSION, NOW);
      expect(await bench.store.sessions.find(id)).toMatchObject({ state: 'awaiting' });
    });

    it('do so whatever they showed before', async () => {
      const { id } = await begin();
      await bench.store.sessions.setStateIfLive(id, 'working');
      await bench.store.tasks.markRunning(await bench.held(), SESSION, NOW);
      expect(await bench.store.sessions.find(id)).toMatchObject({ state: 'awaiting' });
      await bench.running('spawn');
      expect(await bench.store.sessions.find(id)).toMatchObject({ state: 'working' });
    });

    it('stay ended when their task is marked running all the same', async () => {
      const { id } = await begin();
      await bench.store.sessions.endIfLive(id, NOW);
      await bench.running('spawn');
      expect(await bench.store.sessions.find(id)).toMatchObject({ state: 'ended' });
    });

    it('end once, and nothing changes them afterwards', async () => {
      const { id } = await begin();
      const before = await revision();
      expect(await bench.store.sessions.endIfLive(id, NOW)).toBe(true);
      expect(await revision()).toBe(before + 1);
      const { sessions } = bench.store;
      await expectRefusal(bench.database, () => sessions.endIfLive(id, NOW + 1), false);
      await expectRefusal(bench.database, () => sessions.setStateIfLive(id, 'idle'), false);
      await expectRefusal(bench.database, () => sessions.setTaskIfLive(id, 'task-2'), false);
    });

    it('are found by the task they were made for and by the task they work on', async () => {
      const running = await bench.running('send');
      await begin({ taskId: 'made-for' });
      await begin({ id: 'older', taskId: running.id }, ME, NOW - 1);
      const ids = async (taskId: string) =>
        (await bench.store.sessions.ofTask(taskId)).map(({ id }) => id);
      expect(await ids('made-for')).toEqual([SESSION.sessionId]);
      expect(await ids(running.id)).toEqual([SESSION.sessionId, 'older']);
      const before = await revision();
      expect(await bench.store.sessions.setTaskIfLive('older', 'made-for')).toBe(true);
      expect(await ids('made-for')).toEqual([SESSION.sessionId, 'older']);
      expect(await revision()).toBe(before + 1);
    });

    it('that an earlier boot of this daemon left are ended, no others', async () => {
      await begin({ id: 'left' });
      await begin({ id: 'left-too' });
      await begin({ id: 'ended' });
      await bench.store.sessions.endIfLive('ended', NOW);
      await begin({ id: 'foreign' }, OTHER);
      await begin({ id: 'current' }, ME_RESTARTED);
      const ended = await bench.store.sessions.endOfEarlierBoots(ME_RESTARTED, NOW);
      expect([...ended].sort()).toEqual(['left', 'left-too']);
      const states = bench.database.tables().sessions.map(({ id, state }) => `${id} ${state}`);
      expect(states).toEqual([
        'current starting',
        'ended ended',
        'foreign starting',
        'left ended',
        'left-too ended',
      ]);
      expect(await bench.store.sessions.endOfEarlierBoots(ME_RESTARTED, NOW)).toEqual([]);
    });

    it('show on the card of the running task: a change of theirs is a change of the card', async () => {
      const other = await bench.claimed('spawn');
      await bench.store.tasks.markRunning(other, { ...SESSION, sessionId: 'session-2' }, NOW);
      const running = await bench.running('spawn');
      await begin();
      const expectNewer = async (since: number, state: string) => {
        const { cards } = await bench.store.board.changesSince(since, 10);
        expect(cards).toMatchObject([{ id: running.id, state }]);
      };
      let since = await revision();
      await bench.store.sessions.setStateIfLive(SESSION.sessionId, 'disconnected');
      await expectNewer(since, 'disconnected');
      since = await revision();
      await bench.store.sessions.endIfLive(SESSION.sessionId, NOW);
      await expectNewer(since, 'working');
    });

    it('end with an earlier boot on the card, too', async () => {
      const running = await bench.running('spawn');
      await begin();
      await bench.store.sessions.setStateIfLive(SESSION.sessionId, 'disconnected');
      const since = await revision();
      await bench.store.sessions.endOfEarlierBoots(ME_RESTARTED, NOW);
      const { cards } = await bench.store.board.changesSince(since, 10);
      expect(cards).toMatchObject([{ id: running.id, state: 'working' }]);
    });

    it('leave the cards of settled tasks as they are', async () => {
      await bench.inStatus('spawn', 'done');
      await begin();
      const since = await revision();
      await bench.store.sessions.endIfLive(SESSION.sessionId, NOW);
      expect((await bench.store.board.changesSince(since, 10)).cards).toEqual([]);
    });

    it('remember the process behind each until it is forgotten', async () => {
      const { sessions } = bench.store;
      const recorded = (sessionId: string, pid: number) => ({
        sessionId,
        pid,
        startedToken: `token-${pid}`,
      });
      await sessions.recordProcess(recorded('a', 1), ME, NOW);
      await sessions.recordProcess(recorded('b', 2), ME, NOW);
      await sessions.recordProcess(recorded('c', 3), OTHER, NOW);
      await sessions.recordProcess(recorded('b', 4), ME, NOW);
      expect(await sessions.processesOf(ME.owner)).toEqual([recorded('a', 1), recorded('b', 4)]);
      await sessions.forgetProcess('a');
      expect(await sessions.processesOf(ME.owner)).toEqual([recorded('b', 4)]);
      expect(await sessions.processesOf(OTHER.owner)).toEqual([recorded('c', 3)]);
    });
  });
}
