import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announceChanges } from '../../renderer/src/state/announce-changes.ts';
import { useAnnouncements } from '../../renderer/src/state/announcements.ts';
import { applyDeltas, EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import type { Card } from '../../shared/board.ts';
import { cardRow, deltaOf } from '../helpers/board-rows.ts';
import { runRow } from '../helpers/run-rows.ts';

const A_WHILE_MS = 10_000;

const question = {
  approvalId: 'approval',
  title: 'Run it',
  toolKind: 'execute' as const,
  subject: '',
  reason: '',
  options: [],
  askedAt: 5,
};

describe('what is said of rows that need a person', () => {
  const asks = cardRow({ id: 'a', title: 'Port it', state: 'awaiting', status: 'held', question });
  const runAsks = runRow({ id: 'r', title: 'Fix it', state: 'awaiting', question });
  let end = () => {};
  beforeEach(() => {
    vi.useFakeTimers();
    const board = applyDeltas(EMPTY_BOARD, [deltaOf(0, 1, { cards: [asks], runs: [runAsks] })]);
    useFleet.setState({ board, isBoardRead: true });
    useAnnouncements.setState({ words: '' });
    end = announceChanges();
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  function said(rows: Parameters<typeof deltaOf>[2]): string {
    useFleet.setState(({ board }) => ({ board: applyDeltas(board, [deltaOf(1, 2, rows)]) }));
    vi.advanceTimersByTime(A_WHILE_MS);
    return useAnnouncements.getState().words;
  }

  it.each([
    ['failed', 'Failed'],
    ['blocked', 'Blocked'],
  ] as const)('says how one stands that asked and now is %s', (state, word) => {
    const card: Card = { ...asks, revision: 2, state, status: state, question: null };
    expect(said({ cards: [card] })).toBe(`demo needs you: Port it. ${word}.`);
  });

  it('says so of a run that ends while it asks', () => {
    const ended = { ...runAsks, revision: 2, status: 'ended', state: 'failed' } as const;
    expect(said({ runs: [{ ...ended, question: null }] })).toBe('demo needs you: Fix it. Failed.');
  });

  it('says a new question, and nothing twice', () => {
    expect(said({ cards: [{ ...asks, revision: 2, title: 'Renamed' }] })).toBe('');
    const other = { ...question, approvalId: 'other', title: 'Push it' };
    expect(said({ cards: [{ ...asks, revision: 3, question: other }] })).toBe(
      'demo needs you: Port it. It asks: Push it.',
    );
  });
});
