import {
  compareWaiting,
  type WaitRank,
  waitingCard,
  waitingRun,
} from '../../../shared/attention-queue.ts';
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
import { nodeStateWord } from '../../../shared/state-words.ts';
import { type FilterWords, parseFilter } from './filter-words.ts';
import { laneOfCard } from './lane-of-card.ts';
import type { Rows } from './row-map.ts';

export interface BoardFilter {
  /** As typed: words, and tokens such as `agent:claude`. */
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
  /** Its rank among what needs a person; null when it needs nobody. */
  readonly waiting: WaitRank | null;
  readonly agent: string;
  readonly projectName: string;
  /** Every word by which its state is known. */
  readonly stateWords: readonly string[];
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
    waiting: waitingCard(card),
    agent: card.agent,
    projectName: card.projectName,
    stateWords: [
      card.state,
      nodeStateWord(card.state),
      ...(card.status === 'held' && card.question === null ? ['held'] : []),
    ],
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
    waiting: waitingRun(run),
    agent: run.agent,
    projectName: run.projectName,
    stateWords: [run.state, nodeStateWord(run.state), runWord(run)],
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
  board: { readonly cards: Rows<Card>; readonly runs: Rows<RunCard> },
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
    const ids = byLane[lane].sort(compareInLane).map(({ id }) => id);
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
  if (before.waiting?.since !== after.waiting?.since) return true;
  if (before.waiting?.isHeldByHand !== after.waiting?.isHeldByHand) return true;
  const matches = matcherOf(filter);
  return matches(before) !== matches(after);
}

/** What needs a person is a queue: who waits longest comes first. Everywhere else the newest does. */
function compareInLane(a: Place, b: Place): number {
  return a.waiting !== null && b.waiting !== null
    ? compareWaiting(a.waiting, b.waiting)
    : compareByAttention(a, b);
}

/** Every word has to occur somewhere on it, and one of the values of each token. */
function matcherOf({ text, projectId }: BoardFilter): (place: Place) => boolean {
  const filter = parseFilter(text);
  return (place) => (projectId === null || place.projectId === projectId) && matches(filter, place);
}

function matches({ words, agents, projects, states }: FilterWords, place: Place): boolean {
  if (!isAnyIn(agents, [place.agent])) return false;
  if (!isAnyIn(projects, [place.projectName])) return false;
  if (!isAnyIn(states, place.stateWords)) return false;
  if (words.length === 0) return true;
  const written = place.written.join('\n').toLowerCase();
  return words.every((word) => written.includes(word));
}

/** Whether one of the wanted values occurs in one of the texts; nothing wanted is found everywhere. */
function isAnyIn(wanted: readonly string[], texts: readonly string[]): boolean {
  return (
    wanted.length === 0 ||
    wanted.some((value) => texts.some((text) => text.toLowerCase().includes(value)))
  );
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
