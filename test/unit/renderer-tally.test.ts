import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDeltas, type Board, EMPTY_BOARD } from '../../renderer/src/state/board.ts';
import { RowMap } from '../../renderer/src/state/row-map.ts';
import type { Card } from '../../shared/board.ts';
import { cardRow, deltaOf, sessionRow } from '../helpers/board-rows.ts';
import { attemptRow, runRow } from '../helpers/run-rows.ts';

describe('what is counted on the board', () => {
  const anyCard = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    projectId: fc.constantFrom('one', 'two'),
    ownerDaemon: fc.constantFrom('127.0.0.1:1', '127.0.0.1:2', null),
    kind: fc.constantFrom<Card['kind'][]>('send', 'spawn'),
    status: fc.constantFrom<Card['status'][]>('queued', 'running', 'failed', 'done'),
  });
  const anyRun = fc.record({
    id: fc.constantFrom('run', 'other run'),
    projectId: fc.constantFrom('one', 'two'),
    isAtWork: fc.boolean(),
    hasEnded: fc.boolean(),
  });

  /** The whole board in one delta: everything is new, so everything is counted. */
  function countedAnew(board: Board) {
    const delta = deltaOf(0, 1, {
      cards: [...board.cards.values()],
      runs: [...board.runs.values()],
    });
    return applyDeltas(EMPTY_BOARD, [delta]).tally;
  }

  it('is after any history what counting anew finds', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyCard, anyRun), { maxLength: 30 }), (history) => {
        let board = EMPTY_BOARD;
        for (const [index, row] of history.entries()) {
          const revision = index + 1;
          const delta =
            'kind' in row
              ? { cards: [cardRow({ ...row, revision, state: stateOf(row.status) })] }
              : {
                  runs: [
                    runRow({
                      id: row.id,
                      revision,
                      projectId: row.projectId,
                      attempts: row.isAtWork ? [attemptRow({ ordinal: 1 })] : [],
                      ...(row.hasEnded ? { status: 'ended', state: 'failed' } : {}),
                    }),
                  ],
                };
          board = applyDeltas(board, [deltaOf(index, revision, delta)]);
          expect(board.tally).toEqual(countedAnew(board));
        }
      }),
    );
  });

  it('stays the same object when nothing that is counted changes', () => {
    const before = applyDeltas(EMPTY_BOARD, [deltaOf(0, 1, { cards: [cardRow({ id: 'a' })] })]);
    const renamed = cardRow({ id: 'a', revision: 2, title: 'Another title' });
    const after = applyDeltas(before, [deltaOf(1, 2, { cards: [renamed] })]);
    expect(after.cards.get('a')?.title).toBe('Another title');
    expect(after.tally).toBe(before.tally);
  });
});

describe('the sessions of the board that have not ended', () => {
  it('are kept with each change, and stay the same when no session changes', () => {
    const sessions = [sessionRow({ id: 'a' }), sessionRow({ id: 'b' })];
    const both = applyDeltas(EMPTY_BOARD, [deltaOf(0, 1, { sessions })]);
    expect([...both.liveSessions.keys()]).toEqual(['a', 'b']);
    const ended = sessionRow({ id: 'a', revision: 2, state: 'ended' });
    const one = applyDeltas(both, [deltaOf(1, 2, { sessions: [ended] })]);
    expect([...one.liveSessions.keys()]).toEqual(['b']);
    const later = applyDeltas(one, [deltaOf(2, 3, { cards: [cardRow({ id: 'c' })] })]);
    expect(later.liveSessions).toBe(one.liveSessions);
  });
});

describe('rows by id', () => {
  it('are those of a map after any changes, few or many at once', () => {
    const changes = fc.array(
      fc.oneof(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }).map(String), fc.integer()), {
          maxLength: 5,
        }),
        fc
          .integer()
          .map((row) => Array.from({ length: 300 }, (_, id) => [String(id), row] as const)),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(changes, (steps) => {
        const expected = new Map<string, number>();
        let rows = new RowMap<number>();
        for (const step of steps) {
          const before = [...rows.values()];
          const changed = rows.with(new Map(step));
          expect([...rows.values()]).toEqual(before);
          rows = changed;
          for (const [id, row] of step) expected.set(id, row);
          expect(rows.size).toBe(expected.size);
          expect([...rows.values()].sort()).toEqual([...expected.values()].sort());
          for (const [id, row] of expected) expect(rows.get(id)).toBe(row);
          expect(rows.has('absent')).toBe(false);
        }
      }),
    );
  });
});

function stateOf(status: Card['status']): Card['state'] {
  if (status === 'running') return 'working';
  return status === 'failed' ? 'failed' : status === 'done' ? 'done' : 'queued';
}
