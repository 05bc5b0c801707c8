import { assertNever } from '../../../shared/assert-never.ts';
import type { ApprovalOption, Card, SessionCard } from '../../../shared/board.ts';
import type { CallResult } from '../../../shared/contract.ts';
import type { AnyOutcome } from '../../../shared/outcomes.ts';
import { isTerminal } from '../../../shared/tasks.ts';
import { call, chooseFolder, revealFolder } from '../api/daemon.ts';
import { laneOfCard } from './board.ts';
import { refuse, reportOutcome } from './notices.ts';

export type PersonAction = 'Hold' | 'Unhold' | 'Cancel' | 'Run again' | 'Dismiss' | 'Mark reviewed';

/** What a person can do with a card as it stands. The daemon decides; this only spares buttons that cannot work. */
export function actionsOn(card: Card): readonly PersonAction[] {
  if (!isTerminal(card.status)) {
    if (card.kind !== 'attempt' || card.question !== null) return ['Cancel'];
    if (card.status === 'held') return ['Unhold', 'Cancel'];
    return card.status === 'queued' ? ['Cancel'] : ['Hold', 'Cancel'];
  }
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

export async function act(action: PersonAction, card: Card): Promise<void> {
  report(card.title, await callFor(action, card.id));
}

export async function answerQuestion(
  approvalId: string,
  option: ApprovalOption,
  subject: string,
): Promise<void> {
  report(subject, await call('approval.answer', { approvalId, optionId: option.optionId }));
}

/** True when the prompt was queued; otherwise it should stay where it was typed. */
export async function sendPrompt(session: SessionCard, prompt: string): Promise<boolean> {
  const result = await call('task.send', { sessionId: session.id, prompt });
  report(session.title, result);
  return result.ok && result.value.outcome === 'enqueued';
}

export async function endSession(session: SessionCard): Promise<void> {
  report(session.title, await call('session.end', { sessionId: session.id }));
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

function callFor(action: PersonAction, taskId: string): Promise<ActionResult> {
  switch (action) {
    case 'Hold':
      return call('task.hold', { taskId });
    case 'Unhold':
      return call('task.unhold', { taskId });
    case 'Cancel':
      return call('task.cancel', { taskId });
    case 'Run again':
      return call('task.runAgain', { taskId });
    case 'Dismiss':
    case 'Mark reviewed':
      return call('task.dismiss', { taskId });
    default:
      return assertNever(action);
  }
}

function report(
  subject: string,
  result: { ok: true; value: AnyOutcome } | Extract<ActionResult, { ok: false }>,
): void {
  if (result.ok) reportOutcome(subject, result.value);
  else refuse(subject, `${result.problem.message} ${result.problem.nextStep}`);
}
