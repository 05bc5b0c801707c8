import { assertNever } from '../../../../shared/assert-never.ts';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { ask } from '../../state/act-there.ts';
import type { CommandId } from '../../state/keys/commands.ts';
import { openRunDialog } from '../../state/navigation.ts';

export type PullAction =
  | 'Publish'
  | 'Publish again'
  | 'Continue…'
  | 'Merge on the forge…'
  | 'Release…';

/** Which command does the same. */
export const PULL_COMMANDS: Readonly<Record<PullAction, CommandId>> = {
  Publish: 'publish',
  'Publish again': 'publish',
  'Continue…': 'continue',
  'Merge on the forge…': 'merge',
  'Release…': 'release',
};

/** What a person can do with a run's pull request. The daemon decides; this only spares buttons that cannot work. */
export function actionsOnPull(run: RunCard): readonly PullAction[] {
  const { pull } = run;
  if (pull !== null && ownsOpenPull(pull)) return actionsOnOwnPull(run, pull);
  return run.status === 'ended' && run.hasWork && pull?.ownedByOther == null ? ['Publish'] : [];
}

/** Those that a row has room for: what is settled with more care is one press further away. */
export function actionsOnRow(run: RunCard): readonly PullAction[] {
  return actionsOnPull(run).filter(
    (action) => action !== 'Release…' && action !== 'Merge on the forge…',
  );
}

function actionsOnOwnPull(run: RunCard, pull: RunPull): readonly PullAction[] {
  if (run.status !== 'ended') return ['Release…'];
  return [
    ...(hasNewCommits(run, pull) ? (['Publish again'] as const) : []),
    ...(pull.status === 'merge_ready' ? (['Continue…', 'Merge on the forge…'] as const) : []),
    'Release…',
  ];
}

/** Whether its last attempt left something that the forge does not have. */
function hasNewCommits({ attempts }: RunCard, { pushedCommit }: RunPull): boolean {
  const newest = attempts.findLast(({ commit }) => commit !== null)?.commit ?? null;
  return newest !== null && newest !== pushedCommit;
}

export async function actOnPull(action: PullAction, run: RunCard): Promise<void> {
  switch (action) {
    case 'Publish':
    case 'Publish again':
      return ask({ subject: run.title, noun: 'run' }, (at) =>
        call('run.publish', { runId: run.id }, at),
      );
    case 'Continue…':
      return openRunDialog('continue', run.id);
    case 'Merge on the forge…':
      return openRunDialog('mergePull', run.id);
    case 'Release…':
      return openRunDialog('release', run.id);
    default:
      return assertNever(action);
  }
}
