import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity, TaskClaim } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  HELD_AT,
  HOLD_MAX_MS,
  KINDS,
  kindsWithin,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  QUESTION,
  SESSION,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const UNTIL = NOW + HOLD_MAX_MS;

export function describeAsking(create: CreateDatabase): void {
  let bench: StoreBench;
  beforeEach(() => {
    bench = new StoreBench(create);
  });
  afterEach(() => bench.remove());

  const ask = (claim: TaskClaim, me: DaemonIdentity = ME, question = QUESTION) =>
    bench.store.approvals.ask(claim, SESSION.sessionId, question, me, HOLD_MAX_MS, NOW);

  describe('ask', () => {
    it.each(kindsWithin('claimed', 'running', 'held'))(
      'writes the question of a %s that is %s',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const change = await changeBy(bench.database, NOW, () => ask(task));
        const [approvalId = ''] = Object.keys(change.approvals);
        expect(change.answer).toEqual({
          outcome: kind === 'attempt' ? 'held' : 'waiting',
          approvalId,
        });
        const parks = kind === 'attempt' && status !== 'held';
        expect(change.tasks).toEqual({
          [task.id]: parks ? { status: 'held', held_until: UNTIL, parked_since: NOW } : {},
        });
        expect(change.approvals[approvalId]).toMatchObject({
          account_id: 'local',
          project_id: 'project-1',
          task_id: task.id,
          session_id: SESSION.sessionId,
          request_id: QUESTION.requestId,
          generation: 1,
          status: 'open',
          asked_at: NOW,
          expires_at: UNTIL,
        });
        expect(change.events).toEqual([]);
        expect(actions(change.audit)).toEqual(
          parks ? ['approval.asked', 'dispatch.held'] : ['approval.asked'],
        );
        const { requestId: _requestId, ...asked } = QUESTION;
        expect(await bench.store.approvals.ofTask(task.id)).toEqual([
          {
            ...asked,
            id: approvalId,
            generation: 1,
            status: 'open',
            answer: null,
            answeredBy: null,
            askedAt: NOW,
            answeredAt: null,
            earlier: null,
          },
        ]);
        expect(await bench.store.board.cardOf(task.id)).toMatchObject({
          state: 'awaiting',
          question: { approvalId, title: QUESTION.title, options: QUESTION.options },
        });
      },
    );

    it.each(KINDS)('is refused for a %s in every other state', async (kind) => {
      for (const status of statusesOutside(kind, 'claimed', 'running', 'held')) {
        const task = await bench.inStatus(kind, status);
        await expectRefusal(bench.database, () => ask(task), {
          outcome: 'stale',
          generation: task.generation,
          status,
        });
      }
    });

    it.each(kindsWithin('claimed', 'running', 'held'))(
      'is refused under any other generation of a %s that is %s, and to another daemon',
      async (kind, status) => {
        const { id, generation } = await bench.inStatus(kind, status);
        const refused = { outcome: 'stale', generation, status } as const;
        for (const other of [generation - 1, generation + 1]) {
          await expectRefusal(bench.database, () => ask({ id, generation: other }), refused);
        }
        await expectRefusal(bench.database, () => ask({ id, generation }, OTHER), refused);
      },
    );

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => ask({ id: 'nothing', generation: 1 }), {
        outcome: 'not_found',
      });
    });

    it('shows the question that was asked first', async () => {
      await bench.ask(await bench.running('spawn'), QUESTION, HELD_AT - 1);
      const running = await bench.running('attempt');
      const first = await bench.ask(running, QUESTION, HELD_AT);
      const second = await bench.ask(running, { ...QUESTION, requestId: 'request-2' }, NOW);
      expect((await bench.store.board.cardOf(running.id))?.question?.approvalId).toBe(first);
      expect((await bench.store.approvals.ofTask(running.id)).map(({ id }) => id)).toEqual([
        first,
        second,
      ]);
    });
  });

  describe('expire if open', () => {
    const expire = (
      taskId: string,
      sessionId: string = SESSION.sessionId,
      requestId = QUESTION.requestId,
    ) => bench.store.approvals.expireIfOpen(taskId, sessionId, requestId, NOW);

    it.each(kindsWithin('running', 'held'))(
      'takes back the question of a %s that is %s',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const approvalId = await bench.ask(task);
        const change = await changeBy(bench.database, NOW, () => expire(task.id));
        expect(change.answer).toBe(true);
        expect(change.approvals).toEqual({ [approvalId]: { status: 'expired', closed_at: NOW } });
        expect(change.tasks).toEqual({ [task.id]: {} });
        expect(actions(change.audit)).toEqual(['approval.expired']);
        expect((await bench.store.board.cardOf(task.id))?.question).toBeNull();
      },
    );

    it('changes nothing when the question is closed, or is not this one', async () => {
      const running = await bench.running('spawn');
      await bench.ask(running);
      const other = await bench.running('spawn');
      await expectRefusal(bench.database, () => expire(other.id), false);
      await expectRefusal(bench.database, () => expire(running.id, 'session-2'), false);
      await expectRefusal(
        bench.database,
        () => expire(running.id, SESSION.sessionId, 'request-2'),
        false,
      );
      await expire(running.id);
      await expectRefusal(bench.database, () => expire(running.id), false);
    });
  });

  describe('lapsed', () => {
    const LAPSES_AT = HELD_AT + HOLD_MAX_MS;
    const lapsed = async (me: DaemonIdentity, now: number) => {
      const due = await bench.store.tasks.dueNow(me, LEASE_MS, now);
      const found = await bench.store.approvals.lapsed(me, now);
      expect(due.lapsed).toBe(found.length > 0);
      return found;
    };

    it.each(['send', 'spawn'] as const)(
      'names the question of a %s that waited too long, to the millisecond',
      async (kind) => {
        const running = await bench.running(kind);
        const approvalId = await bench.ask(running);
        expect(await lapsed(ME, LAPSES_AT - 1)).toEqual([]);
        expect(await lapsed(ME, LAPSES_AT)).toEqual([
          {
            approvalId,
            taskId: running.id,
            sessionId: SESSION.sessionId,
            requestId: QUESTION.requestId,
            generation: 1,
          },
        ]);
      },
    );

    it('leaves out attempts, closed questions, and what is not of this boot', async () => {
      await bench.ask(await bench.running('attempt'));
      const settled = await bench.running('spawn');
      await bench.ask(settled);
      await bench.store.tasks.complete(settled, 'done', NOW);
      const answered = await bench.ask(await bench.running('spawn'));
      await bench.store.approvals.answer(answered, 'allow', ME, 'ann', BACKOFF, NOW);
      expect(await lapsed(ME, LAPSES_AT)).toEqual([]);
      await bench.ask(await bench.running('spawn'));
      expect(await lapsed({ owner: OTHER.owner, bootId: ME.bootId }, LAPSES_AT)).toEqual([]);
      expect(await lapsed(ME_RESTARTED, LAPSES_AT)).toEqual([]);
      expect(await lapsed(ME, LAPSES_AT)).toHaveLength(1);
    });

    it('leaves out an attempt that somebody resumed by hand under the question', async () => {
      const running = await bench.running('attempt');
      await bench.ask(running);
      bench.database.updateByHand(running.id, { status: 'running', held_until: null });
      expect(await lapsed(ME, LAPSES_AT)).toEqual([]);
    });

    it.each([{ generation: 2 }, { status: 'queued' }, { status: 'done' }])(
      'leaves out what somebody changed by hand under the question: %o',
      async (change) => {
        const running = await bench.running('spawn');
        await bench.ask(running);
        bench.database.updateByHand(running.id, change);
        expect(await lapsed(ME, LAPSES_AT)).toEqual([]);
      },
    );
  });
}
