import type { RunCard } from '../../../../shared/runs.ts';
import { RunActionButtons } from '../../components/action-buttons.tsx';
import { actionsOnRun } from '../../state/run-actions.ts';
import { PullActionButtons } from '../pull/pull-action-buttons.tsx';
import { actionsOnRow } from '../pull/pull-actions.ts';

/** Out of sight until the pointer or the keyboard is on the run. */
export function RunActions({ run }: { run: RunCard }) {
  const pullActions = actionsOnRow(run);
  if (actionsOnRun(run).length + pullActions.length === 0) return null;
  return (
    <div className="card-actions">
      <RunActionButtons run={run} className="h-5.5! pointer-coarse:h-6!" />
      <PullActionButtons run={run} actions={pullActions} className="h-5.5! pointer-coarse:h-6!" />
    </div>
  );
}
