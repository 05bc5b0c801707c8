import type { Card } from '../../../shared/board.ts';
import { type Lane, laneOf } from '../../../shared/lanes.ts';

export function laneOfCard(card: Card): Lane {
  return laneOf({
    state: card.state,
    dismissed: card.dismissedBy !== null,
    hasSomethingToRead: card.digest !== null && card.digest.trim() !== '',
  });
}
