import type { Card } from '../../../shared/board.ts';
import { compareByAttention, LANES, type Lane } from '../../../shared/lanes.ts';
import { laneOfCard } from './board.ts';

export interface BoardFilter {
  readonly text: string;
  /** Null: every project. */
  readonly projectId: string | null;
}

/** The ids of the cards that are shown, lane by lane and in order. */
export type LaneOrder = Readonly<Record<Lane, readonly string[]>>;

export const EMPTY_LANES: LaneOrder = {
  'Needs you': [],
  Working: [],
  'Ready to review': [],
  Done: [],
};

/** Lanes whose cards and order stay the same keep their identity, so that nothing renders for them. */
export function orderLanes(
  cards: Iterable<Card>,
  filter: BoardFilter,
  previous: LaneOrder,
): LaneOrder {
  const byLane: Record<Lane, Card[]> = {
    'Needs you': [],
    Working: [],
    'Ready to review': [],
    Done: [],
  };
  const matches = matcherOf(filter);
  for (const card of cards) if (matches(card)) byLane[laneOfCard(card)].push(card);
  const order = { ...previous };
  for (const lane of LANES) {
    const ids = byLane[lane].sort(compareByAttention).map((card) => card.id);
    if (!isSameOrder(ids, previous[lane])) order[lane] = ids;
  }
  return order;
}

/** Whether a change of a card can move it, show it or hide it. Most changes cannot. */
export function movesInLanes(before: Card | undefined, after: Card, filter: BoardFilter): boolean {
  if (before === undefined) return true;
  if (before.state !== after.state || laneOfCard(before) !== laneOfCard(after)) return true;
  const matches = matcherOf(filter);
  return matches(before) !== matches(after);
}

/** Every word has to occur somewhere on the card. */
function matcherOf({ text, projectId }: BoardFilter): (card: Card) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (card) => {
    if (projectId !== null && card.projectId !== projectId) return false;
    if (words.length === 0) return true;
    const written = [
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
    ]
      .join('\n')
      .toLowerCase();
    return words.every((word) => written.includes(word));
  };
}

function isSameOrder(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
