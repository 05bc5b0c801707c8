import type { Card } from '../../../shared/board.ts';
import { laneOfRun } from '../../../shared/lanes.ts';
import { nodeStateWord } from '../../../shared/state-words.ts';
import { announce, announceWaiting } from './announcements.ts';
import type { Board } from './board.ts';
import { type Fleet, useFleet } from './fleet-store.ts';
import { laneOfCard } from './lane-of-card.ts';
import type { Change } from './tally.ts';

/** Says what changes, whoever changed it. Call once; returns the function that ends it. */
export function announceChanges(): () => void {
  return useFleet.subscribe((fleet, before) => {
    if (fleet.isConnected !== before.isConnected) {
      announce(fleet.isConnected ? 'Connected again.' : 'Connection lost. Trying again.', '');
    }
    if (fleet.notices !== before.notices) announceNotices(fleet, before);
    // The first board is no change.
    if (fleet.board !== before.board && before.isBoardRead) {
      announceNewlyWaiting(fleet.board);
    }
  });
}

/** A refusal is an alert of its own. */
function announceNotices({ notices }: Fleet, before: Fleet): void {
  for (const { id, granted, subject, text } of notices) {
    if (granted && !before.notices.some((known) => known.id === id)) announce(text, subject);
  }
}

/** Rows that have come to need a person, ask something new, or failed or stand still since they asked. */
function announceNewlyWaiting({ changes }: Board): void {
  const needsYou = (card: Card) => laneOfCard(card) === 'Needs you';
  for (const change of changes.cards) announceIfWaiting(change, needsYou);
  for (const change of changes.runs) {
    announceIfWaiting(change, (run) => laneOfRun(run) === 'Needs you');
  }
}

function announceIfWaiting<R extends Row>(
  { before, after }: Change<R>,
  needsYou: (row: R) => boolean,
): void {
  if (!needsYou(after)) return;
  announceIfNews(after, before !== undefined && needsYou(before) ? before : null);
}

type Row = Pick<Card, 'id' | 'agent' | 'title' | 'question' | 'state'>;

/** `known` is the row as it waited before; null where it did not. */
function announceIfNews({ id, agent, title, question, state }: Row, known: Row | null): void {
  const isStuck = state === 'failed' || state === 'blocked';
  const isNewQuestion = question !== null && question.approvalId !== known?.question?.approvalId;
  if (known !== null && !isNewQuestion && (!isStuck || state === known.state)) return;
  const stands = isStuck ? nodeStateWord(state) : null;
  announceWaiting({ id, agent, title, question: question?.title ?? null, stands });
}
