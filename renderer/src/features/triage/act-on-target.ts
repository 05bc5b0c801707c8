import { answerWords } from '../../../../shared/answer-words.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ApprovalOption } from '../../../../shared/board.ts';
import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { isTerminal } from '../../../../shared/terminal-statuses.ts';
import type { CommandId } from '../../state/keys/commands.ts';
import { openRun, openTask } from '../../state/navigation.ts';
import { hint } from '../../state/notices.ts';
import { act, actionsOn, answerQuestion, type PersonAction } from '../../state/person-actions.ts';
import { actionsOnRun, actOnRun, currentAttempt } from '../../state/run-actions.ts';
import { canActOnRun, commandRun, RUN_COMMANDS, type RunCommand } from './act-on-run.ts';
import { idOf, type Target, titleOf } from './target.ts';

/** The commands that act on one card or run. */
export const TARGET_COMMANDS = [
  'approve',
  'reject',
  'hold',
  'unhold',
  'cancel',
  'run-again',
  'dismiss',
  'review',
  'open',
  ...RUN_COMMANDS,
] as const;
export type TargetCommand = (typeof TARGET_COMMANDS)[number];

export function isForTarget(command: CommandId): command is TargetCommand {
  return TARGET_COMMANDS.some((each) => each === command);
}

const underWay = new Set<string>();

/** Once at a time for each target: a key that is pressed twice asks once. Says itself why it does nothing. */
export async function actOnTarget(command: TargetCommand, target: Target): Promise<void> {
  const work = `${command} ${idOf(target)}`;
  if (underWay.has(work)) return;
  underWay.add(work);
  try {
    await perform(command, target);
  } finally {
    underWay.delete(work);
  }
}

/** Whether the command would do something to the target as it stands. */
export function canActOn(command: TargetCommand, target: Target): boolean {
  if (isForRun(command)) return target.kind === 'run' && canActOnRun(command, target.run);
  switch (command) {
    case 'approve':
      return optionFor(target, 'allow_once') !== undefined;
    case 'reject':
      return optionFor(target, 'reject_once') !== undefined;
    case 'hold':
      return actionNamesOf(target).includes('Hold');
    case 'unhold':
      return actionNamesOf(target).includes('Unhold');
    case 'cancel':
      return actionNamesOf(target).some((name) => name === 'Cancel' || name === 'Stop');
    case 'run-again':
      return actionNamesOf(target).includes('Run again');
    case 'dismiss':
      return actionNamesOf(target).some((name) => name === 'Dismiss' || name === 'Mark reviewed');
    case 'review':
      return actionNamesOf(target).includes('Review');
    case 'open':
      return true;
    default:
      return assertNever(command);
  }
}

async function perform(command: TargetCommand, target: Target): Promise<void> {
  if (isForRun(command)) {
    if (target.kind === 'run') return commandRun(command, target.run);
    return hint(target.card.title, 'It is no run: what it made stays in its work folder.');
  }
  switch (command) {
    case 'approve':
      return answer(target, 'allow_once', 'allows it once');
    case 'reject':
      return answer(target, 'reject_once', 'refuses it');
    case 'hold':
    case 'unhold':
      return park(target, command === 'hold' ? 'Hold' : 'Unhold');
    case 'cancel':
      return cancel(target);
    case 'run-again':
      return settle(
        target,
        ['Run again'],
        'Only a task that failed or was cancelled can be run again.',
      );
    case 'dismiss':
      return settle(target, ['Dismiss', 'Mark reviewed'], 'There is nothing to put away.');
    case 'review':
      return review(target);
    case 'open':
      return open(target);
    default:
      return assertNever(command);
  }
}

function isForRun(command: TargetCommand): command is RunCommand {
  return RUN_COMMANDS.some((each) => each === command);
}

async function answer(
  target: Target,
  kind: ApprovalOption['kind'],
  meaning: string,
): Promise<void> {
  const question = questionOf(target);
  if (question === null) return hint(titleOf(target), 'It asks nothing at the moment.');
  if (standsOnAnotherThan(question)) {
    return hint(titleOf(target), 'Keys answer what it asked first. Answer this with its buttons.');
  }
  const option = optionFor(target, kind);
  if (option !== undefined) return answerQuestion(question.approvalId, option, titleOf(target));
  const offered = question.options.map(answerWords).join(', ');
  hint(
    titleOf(target),
    `The agent offers no answer that ${meaning}. Choose one of its own: ${offered}.`,
  );
}

/** Where it cannot be done, the daemon says why in its own words. */
async function park(target: Target, action: 'Hold' | 'Unhold'): Promise<void> {
  if (target.kind === 'task') return act(action, target.card);
  if (currentAttempt(target.run) !== null) return actOnRun(action, target.run);
  hint(target.run.title, 'Its first attempt is still being prepared.');
}

async function cancel(target: Target): Promise<void> {
  if (target.kind === 'task') {
    const { card } = target;
    if (!isTerminal(card.status)) return act('Cancel', card);
    return hint(card.title, describeOutcome({ outcome: 'already_settled', status: card.status }));
  }
  const { run } = target;
  if (run.status === 'working') return actOnRun('Stop', run);
  const { status, endReason } = run;
  hint(run.title, describeOutcome({ outcome: 'run_not_ready', status, endReason }));
}

async function settle(
  target: Target,
  actions: readonly PersonAction[],
  otherwise: string,
): Promise<void> {
  if (target.kind === 'run') {
    return hint(target.run.title, 'A run is reviewed, and then merged or discarded.');
  }
  const action = actionsOn(target.card).find((each) => actions.includes(each));
  if (action !== undefined) return act(action, target.card);
  hint(target.card.title, otherwise);
}

async function review(target: Target): Promise<void> {
  if (target.kind === 'task') return openTask(target.card.id);
  if (canActOn('review', target)) return actOnRun('Review', target.run);
  hint(target.run.title, 'It can be reviewed once it has ended.');
}

async function open(target: Target): Promise<void> {
  if (target.kind === 'task') openTask(target.card.id);
  else openRun(target.run.id);
}

/** Nobody allows what another question asks by a key that was meant for the one in front of them. */
function standsOnAnotherThan({ approvalId }: { readonly approvalId: string }): boolean {
  const around = document.activeElement?.closest<HTMLElement>('[data-approval-id]');
  return around !== null && around !== undefined && around.dataset.approvalId !== approvalId;
}

function questionOf(target: Target) {
  return target.kind === 'task' ? target.card.question : target.run.question;
}

function optionFor(target: Target, kind: ApprovalOption['kind']): ApprovalOption | undefined {
  return questionOf(target)?.options.find((option) => option.kind === kind);
}

function actionNamesOf(target: Target): readonly string[] {
  return target.kind === 'task' ? actionsOn(target.card) : actionsOnRun(target.run);
}
