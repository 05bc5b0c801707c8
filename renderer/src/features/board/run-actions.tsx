import type { RunCard } from '../../../../shared/runs.ts';
import { ActionButton } from '../../components/button.tsx';
import { actionsOnRun, actOnRun } from '../../state/run-actions.ts';

/** Out of sight until the pointer or the keyboard is on the run. */
export function RunActions({ run }: { run: RunCard }) {
  const actions = actionsOnRun(run);
  if (actions.length === 0) return null;
  return (
    <div className="card-actions">
      {actions.map((action) => (
        <ActionButton
          key={action}
          size="small"
          className="h-5.5! pointer-coarse:h-6!"
          act={() => actOnRun(action, run)}
        >
          {action}
        </ActionButton>
      ))}
    </div>
  );
}
