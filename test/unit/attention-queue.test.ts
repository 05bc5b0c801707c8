import { describe, expect, it } from 'vitest';
import { attentionQueue, nextWaiting } from '../../shared/attention-queue.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { runRow } from '../helpers/run-rows.ts';

function question(askedAt: number) {
  return {
    approvalId: `approval ${askedAt}`,
    title: 'Run it',
    toolKind: 'execute' as const,
    subject: '',
    reason: '',
    options: [],
    askedAt,
  };
}

const cards = [
  cardRow({ id: 'failed early', status: 'failed', state: 'failed', settledAt: 1 }),
  cardRow({ id: 'failed late', status: 'failed', state: 'failed', settledAt: 9 }),
  cardRow({ id: 'blocked', status: 'blocked', state: 'blocked', settledAt: 8 }),
  cardRow({ id: 'asked late', status: 'held', state: 'awaiting', question: question(7) }),
  cardRow({ id: 'held by hand', status: 'held', state: 'awaiting', updatedAt: 0 }),
  cardRow({ id: 'put away', status: 'failed', state: 'failed', dismissedBy: 'ada' }),
  cardRow({ id: 'works', status: 'running', state: 'working' }),
];
const runs = [
  runRow({ id: 'run asked early', state: 'awaiting', question: question(2) }),
  runRow({ id: 'run exhausted', status: 'ended', state: 'failed', endedAt: 5 }),
];
const queue = attentionQueue({ cards, runs });

describe('the queue of what needs a person', () => {
  it('ranks by attention, then by who waits longest, and what a person parked after what asks', () => {
    expect(queue.map(({ id }) => id)).toEqual([
      'run asked early',
      'asked late',
      'held by hand',
      'blocked',
      'failed early',
      'run exhausted',
      'failed late',
    ]);
  });

  it('goes on after what was skipped, from the end to the beginning, and after what has left', () => {
    const at = (id: string) => queue.find((each) => each.id === id) ?? null;
    const after = (id: string, among = queue) => nextWaiting(among, at(id))?.id;
    expect(nextWaiting(queue, null)?.id).toBe('run asked early');
    expect(after('run asked early')).toBe('asked late');
    expect(after('failed late')).toBe('run asked early');
    const without = queue.filter(({ id }) => id !== 'asked late');
    expect(after('asked late', without)).toBe('held by hand');
    expect(nextWaiting([], at('blocked'))).toBeNull();
  });
});
