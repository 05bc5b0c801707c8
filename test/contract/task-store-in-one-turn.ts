import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimRequest,
  HELD_AT,
  ME,
  SESSION,
  SETTLED_AT,
  STARTED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

/** More than are done at once. */
const MANY = 150;

export function describeOneTurn(create: CreateDatabase): void {
  describe('what is asked for in one turn', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const session = (id: string, taskId: string) =>
      bench.begunSession({ id, taskId, acceptsPrompts: false });
    const stateOf = async (id: string) => (await bench.store.sessions.find(id))?.state;
    const audit = (action: string) =>
      bench.database.tables().audit.filter((entry) => entry.action === action);

    it('runs those that stand, with the session that each was given', async () => {
      const claimed = [await bench.claimed('spawn'), await bench.claimed('send')];
      const held = await bench.held();
      const gone = await bench.claimed('spawn');
      await bench.store.tasks.cancel(gone.id, ME, 'ann', HELD_AT);
      const all = [...claimed, held, gone];
      for (const { id } of all) await session(`of-${id}`, id);
      const outcomes = await Promise.all(
        [...all, { id: 'nobody', generation: 1 }].map((claim) =>
          bench.store.tasks.markRunning(
            claim,
            { sessionId: `of-${claim.id}`, workFolder: `/folders/${claim.id}`, branch: null },
            STARTED_AT,
          ),
        ),
      );
      expect(outcomes).toEqual([
        { outcome: 'running' },
        { outcome: 'running' },
        { outcome: 'held' },
        { outcome: 'stale', generation: gone.generation + 1, status: 'cancelled' },
        { outcome: 'not_found' },
      ]);
      for (const { id } of [...claimed, held]) {
        expect(bench.row(id)).toMatchObject({
          worker_session_id: `of-${id}`,
          work_folder: `/folders/${id}`,
          started_at: STARTED_AT,
        });
      }
      expect(new Set(all.map(({ id }) => bench.row(id).revision)).size).toBe(all.length);
      expect(bench.row(gone.id).worker_session_id).toBeNull();
      const states = await Promise.all(all.map(({ id }) => stateOf(`of-${id}`)));
      expect(states).toEqual(['working', 'working', 'awaiting', 'starting']);
      expect(audit('dispatch.running').map((entry) => entry.task_id)).toEqual([
        held.id,
        ...claimed.map(({ id }) => id),
      ]);
    });

    it('starts one task with two workers one after the other', async () => {
      const task = await bench.claimed('spawn');
      const before = Number(bench.row(task.id).revision);
      const outcomes = await Promise.all(
        ['first', 'second'].map((sessionId) =>
          bench.store.tasks.markRunning(
            task,
            { sessionId, workFolder: '/folders/one', branch: null },
            STARTED_AT,
          ),
        ),
      );
      expect(outcomes).toEqual([{ outcome: 'running' }, { outcome: 'running' }]);
      expect(bench.row(task.id)).toMatchObject({
        worker_session_id: 'second',
        revision: before + 2,
      });
    });

    it('completes each with its own result, and tells of each once', async () => {
      const tasks = [];
      for (let index = 0; index < MANY; index += 1) tasks.push(await bench.claimed('spawn'));
      const outcomes = await Promise.all(
        tasks.map((claim, index) =>
          bench.store.tasks.complete(claim, `result ${index}`, SETTLED_AT + index),
        ),
      );
      expect(outcomes.map((ended) => ended.outcome === 'settled' && ended.task)).toMatchObject(
        tasks.map(({ id }, index) => ({
          id,
          status: 'done',
          digest: `result ${index}`,
          settledAt: SETTLED_AT + index,
        })),
      );
      const { events } = bench.database.tables();
      expect(events.map(({ task_id, digest, position }) => [task_id, digest, position])).toEqual(
        tasks.map(({ id }, index) => [id, `result ${index}`, index + 1]),
      );
      const rows = tasks.map(({ id }) => bench.row(id));
      expect(new Set(rows.map(({ revision }) => revision)).size).toBe(MANY);
      expect(audit('dispatch.completed').map(({ task_id, at }) => [task_id, at])).toEqual(
        tasks.map(({ id }, index) => [id, SETTLED_AT + index]),
      );
    });

    it('takes the first of two results of one task', async () => {
      const one = await bench.running('spawn');
      const other = await bench.claimed('spawn');
      const complete = (claim: typeof one, digest: string) =>
        bench.store.tasks.complete(claim, digest, SETTLED_AT);
      const outcomes = await Promise.all([
        complete(one, 'first'),
        complete(other, 'between'),
        complete(one, 'second'),
      ]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'settled', 'stale']);
      expect(bench.row(one.id).result_digest).toBe('first');
      expect(bench.database.tables().events).toHaveLength(2);
    });

    it('keeps the result of one that is held, refuses a stale one, and settles the others', async () => {
      const held = await bench.held();
      const stale = { ...(await bench.claimed('spawn')), generation: 0 };
      const good = await bench.claimed('spawn');
      const outcomes = await Promise.all(
        [held, stale, good].map((claim) => bench.store.tasks.complete(claim, 'done', SETTLED_AT)),
      );
      expect(outcomes).toMatchObject([
        { outcome: 'kept' },
        { outcome: 'stale', generation: 1, status: 'claimed' },
        { outcome: 'settled' },
      ]);
      expect(bench.row(stale.id).status).toBe('claimed');
      expect(audit('dispatch.stale_result')).toMatchObject([{ task_id: stale.id }]);
    });

    it('expires the questions of those that end, and of no others', async () => {
      const ended = await bench.running('spawn');
      const open = await bench.running('spawn');
      await bench.ask(ended);
      await bench.ask(ended);
      await bench.ask(open);
      await Promise.all([
        bench.store.tasks.complete(ended, 'done', SETTLED_AT),
        bench.store.tasks.complete(await bench.claimed('spawn'), 'done', SETTLED_AT),
      ]);
      expect(
        bench.database.tables().approvals.map(({ task_id, status }) => [task_id, status]),
      ).toEqual([
        [ended.id, 'expired'],
        [ended.id, 'expired'],
        [open.id, 'open'],
      ]);
      expect(audit('approval.expired')).toMatchObject([
        { task_id: ended.id, detail: 'Its 2 open questions expired.' },
      ]);
    });

    it('takes any text as it is', async () => {
      const texts = ['"quoted" \\ and\nbroken', '{"a":[1,null]}', '1', 'null', 'ä€😀', ''];
      const tasks = [];
      for (const prompt of texts)
        tasks.push(await bench.claimed('spawn', { prompt: prompt || ' ' }));
      await Promise.all(
        tasks.map((claim, index) =>
          bench.store.tasks.complete(claim, texts[index] ?? '', SETTLED_AT),
        ),
      );
      expect(tasks.map(({ id }) => bench.row(id).result_digest)).toEqual(texts);
      expect(bench.database.tables().events.map(({ digest }) => digest)).toEqual(texts);
    });

    it('begins and ends sessions, each once, and forgets their processes', async () => {
      const tasks = [await bench.claimed('spawn'), await bench.claimed('spawn')];
      await Promise.all(tasks.map(({ id }) => session(`of-${id}`, id)));
      const ids = tasks.map(({ id }) => `of-${id}`);
      for (const sessionId of [...ids, SESSION.sessionId]) {
        await bench.store.sessions.recordProcess(
          { sessionId, pid: 7, startedToken: 'token' },
          ME,
          STARTED_AT,
        );
      }
      await Promise.all(
        [...ids, ...ids].map((id, index) =>
          bench.store.sessions.endWithProcess(id, SETTLED_AT + index),
        ),
      );
      const { sessions } = bench.database.tables();
      expect(sessions.map(({ state, ended_at }) => [state, ended_at])).toEqual([
        ['ended', SETTLED_AT],
        ['ended', SETTLED_AT + 1],
      ]);
      expect(new Set(sessions.map(({ revision }) => revision)).size).toBe(2);
      expect(await bench.store.sessions.processesOf(ME.owner)).toMatchObject([
        { sessionId: SESSION.sessionId },
      ]);
    });

    it('shows a session that is written down late as its task is', async () => {
      const running = await bench.running('spawn');
      const held = await bench.held();
      const restarted = await bench.claimed('spawn');
      expect([running, held].map(({ workerSessionId }) => workerSessionId)).toEqual([
        SESSION.sessionId,
        SESSION.sessionId,
      ]);
      await session(SESSION.sessionId, running.id);
      expect(await stateOf(SESSION.sessionId)).toBe('working');
      await session('another', restarted.id);
      expect(await stateOf('another')).toBe('starting');
      expect(await bench.store.tasks.claimUpTo(1, claimRequest())).toEqual([]);
    });
  });
}
