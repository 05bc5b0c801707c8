import type { Card } from '../../../../shared/board.ts';
import { isTerminal } from '../../../../shared/tasks.ts';

/** How many tasks that are not settled each daemon owns. */
export function openWorkByOwner(cards: Iterable<Card>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ownerDaemon, status } of cards) {
    if (ownerDaemon === null || isTerminal(status)) continue;
    counts.set(ownerDaemon, (counts.get(ownerDaemon) ?? 0) + 1);
  }
  return counts;
}
