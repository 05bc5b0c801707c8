import { describe, expect, it } from 'vitest';
import { EMPTY_LANES, movesInLanes, orderLanes } from '../../renderer/src/state/lane-order.ts';
import { cardRow } from '../helpers/board-rows.ts';

const EVERYTHING = { text: '', projectId: null };

describe('lanes', () => {
  const question = {
    approvalId: 'approval',
    title: 'Run the migration',
    toolKind: 'execute' as const,
    subject: 'npm run migrate',
    reason: 'because',
    options: [],
    askedAt: 0,
  };
  const cards = [
    cardRow({ id: 'working', status: 'running', state: 'working', createdAt: 5 }),
    cardRow({ id: 'failed', status: 'failed', state: 'failed', createdAt: 9 }),
    cardRow({ id: 'asks', status: 'held', state: 'awaiting', createdAt: 1, question }),
    cardRow({ id: 'old', status: 'done', state: 'done', digest: 'read me', createdAt: 2 }),
    cardRow({ id: 'new', status: 'done', state: 'done', digest: 'read me', createdAt: 3 }),
    cardRow({ id: 'silent', status: 'done', state: 'done', digest: ' ', createdAt: 3 }),
    cardRow({ id: 'put away', status: 'failed', state: 'failed', dismissedBy: 'ada' }),
  ];

  it('hold what needs a person first, and then the newest', () => {
    const order = orderLanes(cards, EVERYTHING, EMPTY_LANES);
    expect(order).toEqual({
      'Needs you': ['asks', 'failed'],
      Working: ['working'],
      'Ready to review': ['new', 'old'],
      Done: ['put away', 'silent'],
    });
  });

  it('keep their identity when nothing in them moves', () => {
    const before = orderLanes(cards, EVERYTHING, EMPTY_LANES);
    const after = orderLanes(
      cards.map((card) => (card.id === 'working' ? { ...card, state: 'queued' as const } : card)),
      EVERYTHING,
      before,
    );
    expect(after.Working).toBe(before.Working);
    expect(after['Needs you']).toBe(before['Needs you']);
  });

  it('show only what every word of the filter occurs in, and only of the project', () => {
    const filtered = (text: string, projectId: string | null = null) =>
      Object.values(orderLanes(cards, { text, projectId }, EMPTY_LANES)).flat();
    expect(filtered('MIGRATE npm')).toEqual(['asks']);
    expect(filtered('migrate elsewhere')).toEqual([]);
    expect(filtered('', 'another project')).toEqual([]);
  });

  it('are ordered again only for changes that can move a card', () => {
    const card = cardRow({ id: 'a', status: 'running', state: 'working' });
    expect(movesInLanes(card, { ...card, attempts: 1, title: 'New' }, EVERYTHING)).toBe(false);
    expect(movesInLanes(card, { ...card, state: 'awaiting' }, EVERYTHING)).toBe(true);
    expect(movesInLanes(card, { ...card, title: 'New' }, { text: 'new', projectId: null })).toBe(
      true,
    );
    expect(movesInLanes(undefined, card, EVERYTHING)).toBe(true);
  });
});
