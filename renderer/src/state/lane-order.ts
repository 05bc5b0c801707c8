import type { Card } from '../../../shared/board.ts';
import {
  compareByAttention,
  LANES,
  type Lane,
  laneOfRun,
  type NodeState,
} from '../../../shared/lanes.ts';
import { runWord } from '../../../shared/run-words.ts';
import type { RunCard } from '../../../shared/runs.ts';
import { type Board, laneOfCard } from './board.ts';

export interface BoardFilter {
  readonly text: string;
  /** Null: every project. */
  readonly projectId: string | null;
}

/** The ids of the cards and runs that are shown, lane by lane and in order. */
export type LaneOrder = Readonly<Record<Lane, readonly string[]>>;

export const EMPTY_LANES: LaneOrder = {
  'Needs you': [],
  Working: [],
  'Ready to review': [],
  Done: [],
};

/** What decides where a card or a run is shown. */
export interface Place {
  readonly id: string;
  readonly lane: Lane;
  readonly state: NodeState;
  readonly createdAt: number;
  readonly projectId: string;
  /** What the words of the filter are looked for in. */
  readonly written: readonly (string | null | undefined)[];
}

export function placeOfCard(card: Card): Place {
  return {
    id: card.id,
    lane: laneOfCard(card),
    state: card.state,
    createdAt: card.createdAt,
    projectId: card.projectId,
    written: [
      card.title,
      card.agent,
      card.kind,
      card.shape,
      card.state,
      card.projectName,
      card.branch,
      card.id,
      card.question?.title,
      card.question?.subject,
      card.error?.message,
      card.digest,
    ],
  };
}

export function placeOfRun(run: RunCard): Place {
  return {
    id: run.id,
    lane: laneOfRun(run),
    state: run.state,
    createdAt: run.createdAt,
    projectId: run.projectId,
    written: [
      'run',
      run.title,
      run.agent,
      run.state,
      runWord(run),
      run.projectName,
      run.branch,
      run.check,
      run.id,
      run.question?.title,
      run.question?.subject,
      run.endDetail,
    ],
  };
}

/** Lanes whose cards and order stay the same keep their identity, so that nothing renders for them. */
export function orderLanes(
  board: Pick<Board, 'cards' | 'runs'>,
  filter: BoardFilter,
  previous: LaneOrder,
): LaneOrder {
  const byLane: Record<Lane, Place[]> = {
    'Needs you': [],
    Working: [],
    'Ready to review': [],
    Done: [],
  };
  const matches = matcherOf(filter);
  for (const card of board.cards.values()) {
    const place = placeOfCard(card);
    if (matches(place)) byLane[place.lane].push(place);
  }
  for (const run of board.runs.values()) {
    const place = placeOfRun(run);
    if (matches(place)) byLane[place.lane].push(place);
  }
  const order = { ...previous };
  for (const lane of LANES) {
    const ids = byLane[lane].sort(compareByAttention).map(({ id }) => id);
    if (!isSameOrder(ids, previous[lane])) order[lane] = ids;
  }
  return order;
}

/** Whether a change can move a card or a run, show it or hide it. Most changes cannot. */
export function movesInLanes(
  before: Place | undefined,
  after: Place,
  filter: BoardFilter,
): boolean {
  if (before === undefined) return true;
  if (before.state !== after.state || before.lane !== after.lane) return true;
  const matches = matcherOf(filter);
  return matches(before) !== matches(after);
}

/** Every word has to occur somewhere on it. */
function matcherOf({ text, projectId }: BoardFilter): (place: Place) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (place) => {
    if (projectId !== null && place.projectId !== projectId) return false;
    if (words.length === 0) return true;
    const written = place.written.join('\n').toLowerCase();
    return words.every((word) => written.includes(word));
  };
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
