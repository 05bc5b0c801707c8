import type { Card, SessionCard } from '../../../shared/board.ts';
import type { BoardDelta } from '../../../shared/board-delta.ts';
import { type Lane, laneOf } from '../../../shared/lanes.ts';
import type { RunCard } from '../../../shared/runs.ts';

/** The board up to and including `revision`. */
export interface Board {
  readonly revision: number;
  readonly cards: ReadonlyMap<string, Card>;
  readonly sessions: ReadonlyMap<string, SessionCard>;
  readonly runs: ReadonlyMap<string, RunCard>;
}

export const EMPTY_BOARD: Board = {
  revision: 0,
  cards: new Map(),
  sessions: new Map(),
  runs: new Map(),
};

/** Takes over whole rows, oldest delta first. A row that is already newer stays, so that nothing runs backwards. */
export function applyDeltas(board: Board, deltas: readonly BoardDelta[]): Board {
  return {
    revision: deltas.reduce(
      (revision, delta) => Math.max(revision, delta.revision),
      board.revision,
    ),
    cards: withNewer(
      board.cards,
      deltas.flatMap((delta) => delta.cards),
    ),
    sessions: withNewer(
      board.sessions,
      deltas.flatMap((delta) => delta.sessions),
    ),
    runs: withNewer(
      board.runs,
      deltas.flatMap((delta) => delta.runs),
    ),
  };
}

export function laneOfCard(card: Card): Lane {
  return laneOf({
    state: card.state,
    dismissed: card.dismissedBy !== null,
    hasSomethingToRead: card.digest !== null && card.digest.trim() !== '',
  });
}

/** The run that a task is an attempt of, as far as the board knows. */
export function runOfTask(board: Board, taskId: string): RunCard | undefined {
  for (const run of board.runs.values()) {
    if (run.attempts.some((attempt) => attempt.taskId === taskId)) return run;
  }
  return undefined;
}

function withNewer<Row extends { readonly id: string; readonly revision: number }>(
  rows: ReadonlyMap<string, Row>,
  incoming: readonly Row[],
): ReadonlyMap<string, Row> {
  if (incoming.length === 0) return rows;
  const next = new Map(rows);
  for (const row of incoming) {
    const known = next.get(row.id);
    if (known === undefined || known.revision < row.revision) next.set(row.id, row);
  }
  return next;
}
