import { assertNever } from '../../../shared/assert-never.ts';
import type { ApprovalOption, Card, SessionCard } from '../../../shared/board.ts';
import type { CallResult } from '../../../shared/contract.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import { call, chooseFolder, revealFolder } from '../api/daemon.ts';
import { ask } from './act-there.ts';
import { markAnsweredHere } from './answered-here.ts';
import { laneOfCard } from './lane-of-card.ts';
import { refuse } from './notices.ts';
import { cancelUnlessUndone } from './pending-cancels.ts';

export type PersonAction = 'Hold' | 'Unhold' | 'Cancel' | 'Run again' | 'Dismiss' | 'Mark reviewed';

/** What a person can do with a card as it stands. The daemon decides; this only spares buttons that cannot work. */
export function actionsOn(card: Card): readonly PersonAction[] {
  if (!isTerminal(card.status)) {
    if (card.kind !== 'attempt' || card.question !== null) return ['Cancel'];
    if (card.status === 'held') return ['Unhold', 'Cancel'];
    return card.status === 'queued' ? ['Cancel'] : ['Hold', 'Cancel'];
  }
  if (card.runId !== null) return [];
  switch (card.status) {
    case 'failed':
    case 'blocked':
      return card.dismissedBy === null ? ['Run again', 'Dismiss'] : ['Run again'];
    case 'cancelled':
      return ['Run again'];
    case 'done':
      return laneOfCard(card) === 'Ready to review' ? ['Mark reviewed'] : [];
    default:
      return assertNever(card.status);
  }
}

/** A cancel waits for its undo first; everything else is asked of the daemon at once. */
export async function act(action: PersonAction, card: Card): Promise<void> {
  const make = () =>
    ask({ subject: card.title, noun: card.kind }, (at) => callFor(action, card.id, at));
  if (action !== 'Cancel') return make();
  cancelUnlessUndone({ id: card.id, subject: card.title, verb: 'Cancels', send: make });
}

export function answerQuestion(
  approvalId: string,
  option: ApprovalOption,
  subject: string,
): Promise<void> {
  const { optionId } = option;
  markAnsweredHere(approvalId);
  return ask({ subject, noun: 'task' }, (at) =>
    call('approval.answer', { approvalId, optionId }, at),
  );
}

/** `queued` is told when the prompt was taken; until then it should stay where it was typed. */
export function sendPrompt(
  { id: sessionId, title }: SessionCard,
  prompt: string,
  queued: () => void,
): Promise<void> {
  return ask(
    { subject: title, noun: 'session' },
    (at) => call('task.send', { sessionId, prompt }, at),
    ({ outcome }) => {
      if (outcome === 'enqueued') queued();
    },
  );
}

export function endSession({ id: sessionId, title }: SessionCard): Promise<void> {
  return ask({ subject: title, noun: 'session' }, (at) => call('session.end', { sessionId }, at));
}

/** Names the session as the one that is told what settles in its project, or no longer. */
export function conduct({ id: sessionId, title }: SessionCard, conducts: boolean): Promise<void> {
  return ask({ subject: title, noun: 'session' }, (at) =>
    call('session.conduct', { sessionId, conducts }, at),
  );
}

/** Null when nothing was chosen. */
export async function pickFolder(): Promise<string | null> {
  try {
    return await chooseFolder();
  } catch (error) {
    refuse('Folder', `The folder dialog did not open (${String(error)}). Type the path instead.`);
    return null;
  }
}

export async function showFolder(folder: string): Promise<void> {
  try {
    await revealFolder(folder);
  } catch (error) {
    refuse(folder, `The folder could not be shown (${String(error)}).`);
  }
}

type ActionResult = CallResult<
  'task.hold' | 'task.unhold' | 'task.cancel' | 'task.runAgain' | 'task.dismiss'
>;

function callFor(action: PersonAction, taskId: string, at?: string): Promise<ActionResult> {
  switch (action) {
    case 'Hold':
      return call('task.hold', { taskId }, at);
    case 'Unhold':
      return call('task.unhold', { taskId }, at);
    case 'Cancel':
      return call('task.cancel', { taskId }, at);
    case 'Run again':
      return call('task.runAgain', { taskId }, at);
    case 'Dismiss':
    case 'Mark reviewed':
      return call('task.dismiss', { taskId }, at);
    default:
      return assertNever(action);
  }
}
