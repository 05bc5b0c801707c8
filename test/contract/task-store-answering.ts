import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonIdentity } from '../../electron/daemon/store/store.ts';
import {
  BACKOFF,
  FINAL,
  HELD_AT,
  HOLD_MAX_MS,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  QUESTION,
  RETRYABLE,
  SESSION,
  StoreBench,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const NOW = 6_000;
const LAPSES_AT = HELD_AT + HOLD_MAX_MS;
const SECOND = { ...QUESTION, requestId: 'request-2' };

export function describeAnswering(create: CreateDatabase): void {
  describe('answer', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const answer = (
      approvalId: string,
      { optionId = 'allow', me = ME as DaemonIdentity, actor = 'ann', now = NOW } = {},
    ) => bench.store.approvals.answer(approvalId, optionId, me, actor, BACKOFF, now);
    const answered = (optionId = 'allow') => ({
      status: 'answered',
      option_id: optionId,
      answered_by: 'ann',
      closed_at: NOW,
    });

    it('resumes an attempt with a fresh lease', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      const change = await changeBy(bench.database, NOW, () =>
        answer(approvalId, { optionId: 'reject' }),
      );
      expect(change.answer).toEqual({
        outcome: 'answered',
        optionName: 'Reject',
        question: {
          approvalId,
          taskId: running.id,
          sessionId: SESSION.sessionId,
          requestId: QUESTION.requestId,
          generation: 1,
        },
        task: { ...running, claimedAt: NOW, updatedAt: NOW, parkedMs: NOW - HELD_AT },
      });
      expect(change.approvals).toEqual({ [approvalId]: answered('reject') });
      expect(change.tasks).toEqual({
        [running.id]: {
          status: 'running',
          held_until: null,
          claimed_at: NOW,
          parked_since: null,
          parked_ms: NOW - HELD_AT,
        },
      });
      expect(change.events).toEqual([]);
      expect(change.audit).toMatchObject([
        { action: 'approval.answered', actor: 'ann', detail: 'Reject: Run npm test' },
        { action: 'dispatch.unheld', actor: 'ann' },
      ]);
      expect(await bench.store.approvals.ofTask(running.id)).toMatchObject([
        { status: 'answered', answer: 'Reject', answeredBy: 'ann', answeredAt: NOW },
      ]);
    });

    it.each([
      ['send', 'claimed'],
      ['send', 'running'],
      ['spawn', 'claimed'],
      ['spawn', 'running'],
    ] as const)('leaves a %s that is %s as it is', async (kind, status) => {
      const task = await bench.inStatus(kind, status);
      const approvalId = await bench.ask(task);
      const change = await changeBy(bench.database, NOW, () => answer(approvalId));
      expect(change.answer).toMatchObject({ outcome: 'answered', task: { id: task.id, status } });
      expect(change.approvals).toEqual({ [approvalId]: answered() });
      expect(change.tasks).toEqual({ [task.id]: {} });
      expect(actions(change.audit)).toEqual(['approval.answered']);
    });

    it('keeps the hold until the last of two questions is answered', async () => {
      const running = await bench.running('attempt');
      const first = await bench.ask(running);
      const second = await bench.ask(running, SECOND);
      const change = await changeBy(bench.database, NOW, () => answer(second));
      expect(change.answer).toMatchObject({ outcome: 'answered', task: { status: 'held' } });
      expect(change.approvals).toEqual({ [second]: answered() });
      expect(change.tasks).toEqual({ [running.id]: {} });
      expect(await answer(first)).toMatchObject({ task: { status: 'running' } });
      expect(await bench.find(running.id)).toMatchObject({ status: 'running', heldUntil: null });
    });

    it('is not kept from resuming by the question of another task', async () => {
      const other = await bench.running('attempt');
      await bench.ask(other);
      const running = await bench.running('attempt');
      expect(await answer(await bench.ask(running))).toMatchObject({ task: { status: 'running' } });
    });

    it('names who was first, and with what', async () => {
      const approvalId = await bench.ask(await bench.running('spawn'));
      await answer(approvalId, { optionId: 'reject', actor: 'bea' });
      await expectRefusal(bench.database, () => answer(approvalId), {
        outcome: 'already_answered',
        by: 'bea',
        optionName: 'Reject',
      });
    });

    it('refuses an option that was not offered, and names those that were', async () => {
      const approvalId = await bench.ask(await bench.running('attempt'));
      await expectRefusal(bench.database, () => answer(approvalId, { optionId: 'always' }), {
        outcome: 'unknown_option',
        offered: ['Allow once', 'Reject'],
      });
    });

    it('refuses a question that the agent took back', async () => {
      const running = await bench.running('attempt');
      const approvalId = await bench.ask(running);
      const { sessionId } = SESSION;
      await bench.store.approvals.expireIfOpen(running.id, sessionId, QUESTION.requestId, NOW);
      await expectRefusal(bench.database, () => answer(approvalId), { outcome: 'expired' });
    });

    it.each([
      ['done', (id: string) => bench.store.tasks.complete({ id, generation: 1 }, 'done', NOW)],
      [
        'failed',
        (id: string) => bench.store.tasks.fail({ id, generation: 1 }, FINAL, BACKOFF, NOW),
      ],
      [
        'queued again',
        (id: string) => bench.store.tasks.fail({ id, generation: 1 }, RETRYABLE, BACKOFF, NOW),
      ],
    ])('refuses the question of a spawn that is %s', async (_status, end) => {
      const running = await bench.running('spawn');
      const approvalId = await bench.ask(running);
      await end(running.id);
      await expectRefusal(bench.database, () => answer(approvalId), { outcome: 'expired' });
    });

    it.each([
      ['cancelled', () => bench.store.tasks.cancel('task-1', ME, 'ann', NOW), 2],
      ['reclaimed', () => bench.store.tasks.reclaimStale(ME_RESTARTED, LEASE_MS, NOW), 2],
      [
        'claimed again',
        async () => {
          await bench.store.tasks.reclaimStale(ME_RESTARTED, LEASE_MS, NOW);
          await bench.claim('task-1');
        },
        3,
      ],
    ] as const)(
      'refuses a question of an older generation with that word: %s',
      async (_case, move, generation) => {
        const approvalId = await bench.ask(await bench.running('spawn'));
        await move();
        const audit = await expectRefusal(bench.database, () => answer(approvalId), {
          outcome: 'stale_generation',
        });
        expect(audit).toMatchObject([{ action: 'approval.stale_answer', generation }]);
        expect(audit[0]?.detail).toContain('generation 1');
        expect(audit[0]?.detail).toContain(`generation ${generation}`);
      },
    );

    it('refuses an open question of an older generation, should one have stayed open', async () => {
      const running = await bench.running('spawn');
      const approvalId = await bench.ask(running);
      bench.database.updateByHand(running.id, { generation: 2 });
      await bench.running('spawn');
      await expectRefusal(bench.database, () => answer(approvalId), {
        outcome: 'stale_generation',
      });
    });

    it.each(['queued', 'done'])(
      'refuses an open question of a task that somebody left %s by hand',
      async (status) => {
        const running = await bench.running('spawn');
        const approvalId = await bench.ask(running);
        bench.database.updateByHand(running.id, { status });
        await expectRefusal(bench.database, () => answer(approvalId), { outcome: 'lapsed' });
      },
    );

    it.each(['attempt', 'spawn'] as const)(
      'refuses the question of a %s that waited too long, to the millisecond',
      async (kind) => {
        const approvalId = await bench.ask(await bench.running(kind));
        await expectRefusal(bench.database, () => answer(approvalId, { now: LAPSES_AT }), {
          outcome: 'lapsed',
        });
        expect(await answer(approvalId, { now: LAPSES_AT - 1 })).toMatchObject({
          outcome: 'answered',
        });
      },
    );

    it('refuses a young question of an older hold that lapsed', async () => {
      const held = await bench.held();
      const approvalId = await bench.ask(held, QUESTION, NOW);
      await expectRefusal(bench.database, () => answer(approvalId, { now: LAPSES_AT }), {
        outcome: 'lapsed',
      });
    });

    it('refuses the older of two questions when its own time is over', async () => {
      const spawn = await bench.running('spawn');
      const older = await bench.ask(spawn, QUESTION, HELD_AT);
      const younger = await bench.ask(spawn, SECOND, NOW);
      await expectRefusal(bench.database, () => answer(older, { now: LAPSES_AT }), {
        outcome: 'lapsed',
      });
      expect(await answer(younger, { now: LAPSES_AT })).toMatchObject({ outcome: 'answered' });
    });

    it.each(['attempt', 'spawn'] as const)(
      'refuses the question of a %s whose worker went with an earlier boot',
      async (kind) => {
        const approvalId = await bench.ask(await bench.running(kind));
        await expectRefusal(bench.database, () => answer(approvalId, { me: ME_RESTARTED }), {
          outcome: 'lapsed',
        });
      },
    );

    it.each(['attempt', 'spawn'] as const)(
      "refuses the question of another daemon's %s",
      async (kind) => {
        const approvalId = await bench.ask(await bench.running(kind));
        const me = { owner: OTHER.owner, bootId: ME.bootId };
        await expectRefusal(bench.database, () => answer(approvalId, { me }), {
          outcome: 'not_owner',
          ownerDaemon: ME.owner,
        });
      },
    );

    it('names what is not there', async () => {
      await expectRefusal(bench.database, () => answer('nothing'), { outcome: 'not_found' });
    });
  });
}
