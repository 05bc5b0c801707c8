import type { Card, SessionCard } from '../../../shared/board.ts';
import type { BoardDelta } from '../../../shared/board-delta.ts';
import type { RunCard } from '../../../shared/runs.ts';
import { RowMap } from './row-map.ts';
import { type Change, type Changes, EMPTY_TALLY, type Tally, tallyAfter } from './tally.ts';

/** The board up to and including `revision`. */
export interface Board {
  readonly revision: number;
  readonly cards: RowMap<Card>;
  readonly sessions: RowMap<SessionCard>;
  readonly runs: RowMap<RunCard>;
  /** Of the sessions, those that have not ended. */
  readonly liveSessions: ReadonlyMap<string, SessionCard>;
  readonly tally: Tally;
  /** What the latest deltas changed: whoever follows changes need not compare thousands of rows. */
  readonly changes: Changes;
}

export const EMPTY_BOARD: Board = {
  revision: 0,
  cards: new RowMap(),
  sessions: new RowMap(),
  runs: new RowMap(),
  liveSessions: new Map(),
  tally: EMPTY_TALLY,
  changes: { cards: [], sessions: [], runs: [] },
};

/** Takes over whole rows, oldest delta first. A row that is already newer stays, so that nothing runs backwards. */
export function applyDeltas(board: Board, deltas: readonly BoardDelta[]): Board {
  const cards = newerRows(
    board.cards,
    deltas.flatMap((delta) => delta.cards),
  );
  const sessions = newerRows(
    board.sessions,
    deltas.flatMap((delta) => delta.sessions),
  );
  const runs = newerRows(
    board.runs,
    deltas.flatMap((delta) => delta.runs),
  );
  const changes = {
    cards: changesOf(board.cards, cards),
    sessions: changesOf(board.sessions, sessions),
    runs: changesOf(board.runs, runs),
  };
  return {
    revision: deltas.reduce(
      (revision, delta) => Math.max(revision, delta.revision),
      board.revision,
    ),
    cards: board.cards.with(cards),
    sessions: board.sessions.with(sessions),
    runs: board.runs.with(runs),
    liveSessions: liveAfter(board.liveSessions, changes.sessions),
    tally: tallyAfter(board.tally, changes),
    changes,
  };
}

/** Most sessions of a board have ended: looking through all of them takes longer with each. */
function liveAfter(
  live: Board['liveSessions'],
  changes: Changes['sessions'],
): Board['liveSessions'] {
  if (changes.length === 0) return live;
  const next = new Map(live);
  for (const { after } of changes) {
    if (after.state === 'ended') next.delete(after.id);
    else next.set(after.id, after);
  }
  return next;
}

interface Row {
  readonly id: string;
  readonly revision: number;
}

function newerRows<R extends Row>(rows: RowMap<R>, incoming: readonly R[]): ReadonlyMap<string, R> {
  const newer = new Map<string, R>();
  for (const row of incoming) {
    const known = newer.get(row.id) ?? rows.get(row.id);
    if (known === undefined || known.revision < row.revision) newer.set(row.id, row);
  }
  return newer;
}

function changesOf<R extends Row>(
  rows: RowMap<R>,
  newer: ReadonlyMap<string, R>,
): readonly Change<R>[] {
  return [...newer.values()].map((after) => ({ before: rows.get(after.id), after }));
}
