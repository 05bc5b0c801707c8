import { useMemo } from 'react';
import type { TaskDetails } from '../../../../shared/contract.ts';
import type { Problem } from '../../../../shared/problems.ts';
import { call, isConnectionLost } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { runFinder } from '../../state/run-of-task.ts';
import { useReread } from '../../state/use-reread.ts';

export type DetailsState =
  | { readonly state: 'reading' }
  | { readonly state: 'found'; readonly details: TaskDetails }
  | { readonly state: 'not_found' }
  | { readonly state: 'failed'; readonly problem: Problem };

/** The details of a task, read again whenever its row changes and when the daemon was lost and found. */
export function useTaskDetails(taskId: string): DetailsState {
  // An attempt of a run has no card of its own; its run changes with it.
  const runOfTask = useMemo(() => runFinder(taskId), [taskId]);
  const revision = useFleet(
    ({ board }) => (board.cards.get(taskId) ?? runOfTask(board))?.revision ?? 0,
  );
  const reconnections = useFleet((fleet) => fleet.reconnections);
  return useReread<DetailsState>({ state: 'reading' }, `${revision} ${reconnections}`, (known) =>
    readDetails(taskId, known),
  );
}

async function readDetails(taskId: string, known: DetailsState): Promise<DetailsState> {
  const answer = await call('task.details', { taskId });
  if (!answer.ok) {
    const isStillShown = known.state === 'found' && isConnectionLost(answer.problem);
    return isStillShown ? known : { state: 'failed', problem: answer.problem };
  }
  if (answer.value.outcome === 'not_found') return { state: 'not_found' };
  return { state: 'found', details: answer.value.details };
}
