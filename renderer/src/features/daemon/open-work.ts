import { isTerminal } from '../../../../shared/tasks.ts';
import type { Board } from '../../state/board.ts';

/** How many tasks and runs that are not settled each daemon owns. */
export function openWorkByOwner({
  cards,
  runs,
}: Pick<Board, 'cards' | 'runs'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  function count(owner: string | null) {
    if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  for (const { ownerDaemon, status } of cards.values()) if (!isTerminal(status)) count(ownerDaemon);
  for (const { ownerDaemon, status } of runs.values()) {
    if (status === 'working' || status === 'merging') count(ownerDaemon);
  }
  return counts;
}
