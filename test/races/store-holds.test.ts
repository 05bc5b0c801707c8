import { describe, expect } from 'vitest';
import {
  BACKOFF,
  HELD_AT,
  HOLD_MAX_MS,
  ME,
  ME_RESTARTED,
  QUESTION,
  SESSION,
  type StoreBench,
} from '../helpers/store-bench.ts';
import { type Contest, describeContest } from '../helpers/store-contest.ts';

const NOW = 6_000;
const LAPSES_AT = HELD_AT + HOLD_MAX_MS;

const onlyRow = (bench: StoreBench) => bench.database.tables().tasks[0];

async function askedAttempt(bench: StoreBench): Promise<string> {
  return bench.ask(await bench.running('attempt', { id: 'task' }));
}

const contests: readonly Contest[] = [
  {
    name: 'a hold and a result',
    async prepare(bench) {
      const running = await bench.running('attempt', { id: 'task' });
      return [
        (store) => store.tasks.hold('task', ME, HOLD_MAX_MS, 'ann', NOW),
        (store) => store.tasks.complete(running, 'done', NOW),
      ];
    },
    firstWins: ['held', 'kept'],
    secondWins: ['not_running', 'settled'],
    after(bench) {
      const row = onlyRow(bench);
      // The result is in the row either way: kept or landed.
      expect(row?.status === 'done' ? row.result_digest : row?.kept_result).toContain('done');
    },
  },
  {
    name: 'an unhold in time and the lapse',
    async prepare(bench) {
      await bench.held({ id: 'task' });
      return [
        (store) => store.tasks.unhold('task', ME, 'ann', BACKOFF, LAPSES_AT - 1),
        (store) => store.tasks.settleHeld(ME, LAPSES_AT),
      ];
    },
    firstWins: ['resumed', []],
    secondWins: ['not_held', ['task failed 2']],
  },
  {
    name: 'an unhold and the settling of a restarted daemon',
    async prepare(bench) {
      await bench.held({ id: 'task' });
      return [
        (store) => store.tasks.unhold('task', ME, 'ann', BACKOFF, NOW),
        (store) => store.tasks.settleHeld(ME_RESTARTED, NOW),
      ];
    },
    firstWins: ['resumed', []],
    secondWins: ['not_held', ['task failed 2']],
  },
  {
    name: 'two people unhold',
    async prepare(bench) {
      await bench.held({ id: 'task' });
      return [
        (store) => store.tasks.unhold('task', ME, 'ann', BACKOFF, NOW),
        (store) => store.tasks.unhold('task', ME, 'bea', BACKOFF, NOW),
      ];
    },
    firstWins: ['resumed', 'not_held'],
    secondWins: ['not_held', 'resumed'],
  },
  {
    name: 'a hold and a cancel',
    async prepare(bench) {
      await bench.running('attempt', { id: 'task' });
      return [
        (store) => store.tasks.hold('task', ME, HOLD_MAX_MS, 'ann', NOW),
        (store) => store.tasks.cancel('task', ME, 'bea', NOW),
      ];
    },
    firstWins: ['held', 'cancelled'],
    secondWins: ['not_running', 'cancelled'],
    after: (bench) => expect(onlyRow(bench)).toMatchObject({ held_until: null, generation: 2 }),
  },
  {
    name: 'a hold by hand and a question',
    async prepare(bench) {
      const running = await bench.running('attempt', { id: 'task' });
      return [
        (store) => store.tasks.hold('task', ME, HOLD_MAX_MS, 'ann', NOW),
        (store) => store.approvals.ask(running, SESSION.sessionId, QUESTION, ME, HOLD_MAX_MS, NOW),
      ];
    },
    firstWins: ['held', 'held'],
    secondWins: ['not_running', 'held'],
    after(bench) {
      expect(onlyRow(bench)).toMatchObject({ status: 'held', held_until: NOW + HOLD_MAX_MS });
      expect(bench.database.tables().approvals).toMatchObject([{ status: 'open' }]);
    },
  },
  {
    name: 'two people answer',
    async prepare(bench) {
      const approvalId = await askedAttempt(bench);
      return [
        (store) => store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, NOW),
        (store) => store.approvals.answer(approvalId, 'reject', ME, 'bea', BACKOFF, NOW),
      ];
    },
    firstWins: ['answered', ['already_answered', 'ann']],
    secondWins: [['already_answered', 'bea'], 'answered'],
    after: (bench) => expect(onlyRow(bench)).toMatchObject({ status: 'running' }),
  },
  {
    name: 'an answer and a cancel',
    async prepare(bench) {
      const approvalId = await askedAttempt(bench);
      return [
        (store) => store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, NOW),
        (store) => store.tasks.cancel('task', ME, 'bea', NOW),
      ];
    },
    firstWins: ['answered', 'cancelled'],
    secondWins: ['stale_generation', 'cancelled'],
    after: (bench) => expect(onlyRow(bench)).toMatchObject({ status: 'cancelled', generation: 2 }),
  },
  {
    name: 'an answer in time and the lapse',
    async prepare(bench) {
      const approvalId = await askedAttempt(bench);
      return [
        (store) => store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, LAPSES_AT - 1),
        (store) => store.tasks.settleHeld(ME, LAPSES_AT),
      ];
    },
    firstWins: ['answered', []],
    secondWins: ['stale_generation', ['task failed 2']],
  },
  {
    name: 'an answer and the agent that takes its question back',
    async prepare(bench) {
      const approvalId = await askedAttempt(bench);
      const { sessionId } = SESSION;
      return [
        (store) => store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, NOW),
        (store) => store.approvals.expireIfOpen('task', sessionId, QUESTION.requestId, NOW),
      ];
    },
    firstWins: ['answered', false],
    secondWins: ['expired', true],
  },
  {
    name: 'an answer and the end of the turn that asked',
    async prepare(bench) {
      const running = await bench.running('spawn', { id: 'task' });
      const approvalId = await bench.ask(running);
      return [
        (store) => store.approvals.answer(approvalId, 'allow', ME, 'ann', BACKOFF, NOW),
        (store) => store.tasks.complete(running, 'done', NOW),
      ];
    },
    firstWins: ['answered', 'settled'],
    secondWins: ['expired', 'settled'],
  },
];

describe('races for a hold and for a question', () => {
  for (const contest of contests) describeContest(contest);
});
