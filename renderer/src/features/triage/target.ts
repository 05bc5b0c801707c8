import type { Card } from '../../../../shared/board.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { useFleet } from '../../state/fleet-store.ts';

/** What a command acts on. */
export type Target =
  | { readonly kind: 'task'; readonly card: Card }
  | { readonly kind: 'run'; readonly run: RunCard };

const CARRIES_ID = '[data-task-id], [data-run-id]';

/** The card or the run that the keyboard stands on; else the one under review, or whose details are open. */
export function targetNow(): Target | null {
  const { board, reviewedRunId, openTaskId, openRunId } = useFleet.getState();
  const around = document.activeElement?.closest<HTMLElement>(CARRIES_ID);
  return (
    targetOf(board, around?.dataset.taskId, around?.dataset.runId) ??
    targetOf(board, undefined, reviewedRunId ?? undefined) ??
    targetOf(board, openTaskId ?? undefined, openRunId ?? undefined)
  );
}

export function titleOf(target: Target): string {
  return target.kind === 'task' ? target.card.title : target.run.title;
}

export function idOf(target: Target): string {
  return target.kind === 'task' ? target.card.id : target.run.id;
}

function targetOf(
  { cards, runs }: ReturnType<typeof useFleet.getState>['board'],
  taskId: string | undefined,
  runId: string | undefined,
): Target | null {
  const card = cards.get(taskId ?? '');
  if (card !== undefined) return { kind: 'task', card };
  const run = runs.get(runId ?? '');
  return run === undefined ? null : { kind: 'run', run };
}
