import { assertNever } from '../../../../shared/assert-never.ts';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { openRunDialog } from '../../state/navigation.ts';
import { hint, refuse, reportOutcome } from '../../state/notices.ts';
import { allowForRun, canBeAllowed, openInEditor } from '../../state/run-actions.ts';
import { actionsOnPull, actOnPull, PULL_COMMANDS } from '../pull/pull-actions.ts';
import { canBeRead, readAtItsOwner } from '../pull/use-pull-reading.ts';

/** The commands that only a run takes. */
export const RUN_COMMANDS = [
  'allow-for-run',
  'merge',
  'discard',
  'editor',
  'publish',
  'refresh',
  'continue',
  'release',
] as const;
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** Whether the command would do something to the run as it stands. */
export function canActOnRun(command: RunCommand, run: RunCard): boolean {
  return workOf(command, run) !== null;
}

/** Says itself why it does nothing. */
export async function commandRun(command: RunCommand, run: RunCard): Promise<void> {
  const work = workOf(command, run);
  if (work === null) hint(run.title, WHY_NOT[command]);
  else await work();
}

type Work = () => Promise<void>;

/** What the command does to the run as it stands; null: nothing. */
function workOf(command: RunCommand, run: RunCard): Work | null {
  switch (command) {
    case 'allow-for-run':
      return allowing(run);
    case 'merge':
    case 'discard':
      if (run.status !== 'ended' || ownsOpenPull(run.pull)) return onPull(command, run);
      return async () => openRunDialog(command, run.id);
    case 'editor':
      return run.status === 'merged' || run.status === 'discarded' ? null : () => openInEditor(run);
    case 'refresh':
      return canBeRead(run.pull) ? () => refresh(run) : null;
    case 'publish':
    case 'continue':
    case 'release':
      return onPull(command, run);
    default:
      return assertNever(command);
  }
}

const WHY_NOT: Readonly<Record<RunCommand, string>> = {
  'allow-for-run': 'It asks nothing at the moment that could be allowed.',
  merge: 'A run is merged once it has ended, and one that is published once it is merge-ready.',
  discard: 'A run is discarded once it has ended, and one that is published is released first.',
  editor: 'Its worktree is gone.',
  publish: 'A run is published once it has ended with something that the forge does not have.',
  refresh: 'It has no pull request that could still change.',
  continue: 'Only a pull request that is merge-ready is continued.',
  release: 'It has no pull request of its own.',
};

function allowing({ question, title }: RunCard): Work | null {
  if (question === null || !canBeAllowed(question.options)) return null;
  return () => allowForRun(question.approvalId, title);
}

/** What its pull request offers under the name of the command. */
function onPull(command: RunCommand, run: RunCard): Work | null {
  const action = actionsOnPull(run).find((each) => PULL_COMMANDS[each] === command);
  return action === undefined ? null : () => actOnPull(action, run);
}

async function refresh(run: RunCard): Promise<void> {
  const answer = await readAtItsOwner(run.id);
  if (answer.ok) reportOutcome(run.title, answer.value);
  else refuse(run.title, `${answer.problem.message} ${answer.problem.nextStep}`);
}
