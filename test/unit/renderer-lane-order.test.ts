import { describe, expect, it } from 'vitest';
import {
  EMPTY_LANES,
  movesInLanes,
  orderLanes,
  placeOfCard,
  placeOfRun,
} from '../../renderer/src/state/lane-order.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { attemptRow, rowsOnBoard, runRow } from '../helpers/run-rows.ts';

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
    cardRow({ id: 'failed', status: 'failed', state: 'failed', createdAt: 9, settledAt: 10 }),
    cardRow({ id: 'asks', status: 'held', state: 'awaiting', createdAt: 1, question }),
    cardRow({ id: 'old', status: 'done', state: 'done', digest: 'read me', createdAt: 2 }),
    cardRow({ id: 'new', status: 'done', state: 'done', digest: 'read me', createdAt: 3 }),
    cardRow({ id: 'silent', status: 'done', state: 'done', digest: ' ', createdAt: 3 }),
    cardRow({ id: 'put away', status: 'failed', state: 'failed', dismissedBy: 'ada' }),
  ];

  it('hold what needs a person by its attention, and everything else newest first', () => {
    const order = orderLanes(rowsOnBoard(cards), EVERYTHING, EMPTY_LANES);
    expect(order).toEqual({
      'Needs you': ['asks', 'failed'],
      Working: ['working'],
      'Ready to review': ['new', 'old'],
      Done: ['put away', 'silent'],
    });
  });

  it('keep their identity when nothing in them moves', () => {
    const before = orderLanes(rowsOnBoard(cards), EVERYTHING, EMPTY_LANES);
    const after = orderLanes(
      rowsOnBoard(
        cards.map((card) => (card.id === 'working' ? { ...card, state: 'queued' as const } : card)),
      ),
      EVERYTHING,
      before,
    );
    expect(after.Working).toBe(before.Working);
    expect(after['Needs you']).toBe(before['Needs you']);
  });

  it('show only what every word of the filter occurs in, and only of the project', () => {
    const filtered = (text: string, projectId: string | null = null) =>
      Object.values(orderLanes(rowsOnBoard(cards), { text, projectId }, EMPTY_LANES)).flat();
    expect(filtered('MIGRATE npm')).toEqual(['asks']);
    expect(filtered('migrate elsewhere')).toEqual([]);
    expect(filtered('', 'another project')).toEqual([]);
  });

  it('are ordered again only for changes that can move a card', () => {
    const card = cardRow({ id: 'a', status: 'running', state: 'working' });
    const moves = (change: Partial<typeof card>, text = '') =>
      movesInLanes(placeOfCard(card), placeOfCard({ ...card, ...change }), {
        text,
        projectId: null,
      });
    expect(moves({ attempts: 1, title: 'New' })).toBe(false);
    expect(moves({ state: 'awaiting' })).toBe(true);
    const asking = cardRow({ id: 'a', status: 'held', state: 'awaiting', question });
    const again = { ...asking, question: { ...question, askedAt: 9 } };
    expect(movesInLanes(placeOfCard(asking), placeOfCard(again), EVERYTHING)).toBe(true);
    expect(moves({ title: 'New' }, 'new')).toBe(true);
    expect(movesInLanes(undefined, placeOfCard(card), EVERYTHING)).toBe(true);
  });

  it('hold runs between the cards: the longest-waiting first where a person is needed', () => {
    const runs = [
      runRow({
        id: 'run asks',
        state: 'awaiting',
        question: { ...question, askedAt: 1 },
        createdAt: 7,
      }),
      runRow({ id: 'run works', createdAt: 1 }),
      runRow({ id: 'exhausted', status: 'ended', state: 'failed', createdAt: 8, endedAt: 9 }),
      runRow({ id: 'passed', status: 'ended', state: 'done', createdAt: 9 }),
      runRow({ id: 'stopped', status: 'ended', state: 'cancelled', hasWork: true }),
      runRow({ id: 'stopped early', status: 'ended', state: 'cancelled', hasWork: false }),
      runRow({ id: 'merged', status: 'merged', state: 'done' }),
    ];
    expect(orderLanes(rowsOnBoard(cards, runs), EVERYTHING, EMPTY_LANES)).toEqual({
      'Needs you': ['asks', 'run asks', 'exhausted', 'failed'],
      Working: ['working', 'run works'],
      'Ready to review': ['passed', 'new', 'old', 'stopped'],
      Done: ['put away', 'merged', 'silent', 'stopped early'],
    });
  });

  it('let runs be found by what their rows say', () => {
    const runs = [
      runRow({ id: 'a', title: 'Port the importer', check: 'make verify' }),
      runRow({ id: 'b', status: 'ended', state: 'failed', endReason: 'over_budget' }),
    ];
    const filtered = (text: string) =>
      Object.values(
        orderLanes(rowsOnBoard(cards, runs), { text, projectId: null }, EMPTY_LANES),
      ).flat();
    expect(filtered('importer verify')).toEqual(['a']);
    expect(filtered('over budget')).toEqual(['b']);
    expect(filtered('run demo')).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('are ordered again for a run only when it can move', () => {
    const run = runRow({ id: 'a' });
    const moves = (change: Partial<typeof run>) =>
      movesInLanes(placeOfRun(run), placeOfRun({ ...run, ...change }), EVERYTHING);
    expect(moves({ attempts: [attemptRow({ ordinal: 2 })], workedMs: 5 })).toBe(false);
    expect(moves({ status: 'ended', state: 'done' })).toBe(true);
    expect(moves({ state: 'awaiting' })).toBe(true);
  });
});
