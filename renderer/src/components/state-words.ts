import { assertNever } from '../../../shared/assert-never.ts';
import type { Card } from '../../../shared/board.ts';
import { nodeStateWord } from '../../../shared/state-words.ts';
import type { SessionState } from '../../../shared/tasks.ts';

/** One word for where a card stands. A hold by hand is named as such: it waits, but for no answer. */
export function stateWord(card: Card): string {
  if (card.status === 'held' && card.question === null) return 'Held';
  return nodeStateWord(card.state);
}

export function sessionStateWord(state: SessionState): string {
  switch (state) {
    case 'starting':
      return 'Starting';
    case 'working':
      return 'Working';
    case 'awaiting':
      return 'Awaiting answer';
    case 'idle':
      return 'Idle';
    case 'disconnected':
      return 'Disconnected';
    case 'ended':
      return 'Ended';
    default:
      return assertNever(state);
  }
}
