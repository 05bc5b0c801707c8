import type { Problem } from '../../../../shared/problems.ts';
import type { RunDetails } from '../../../../shared/runs.ts';
import { call, isConnectionLost } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { useReread } from '../../state/use-reread.ts';

export type RunDetailsState =
  | { readonly state: 'reading' }
  | { readonly state: 'found'; readonly details: RunDetails }
  | { readonly state: 'not_found' }
  | { readonly state: 'failed'; readonly problem: Problem };

/** The details of a run, read again whenever its row changes and when the daemon was lost and found. */
export function useRunDetails(runId: string): RunDetailsState {
  const revision = useFleet((fleet) => fleet.board.runs.get(runId)?.revision ?? 0);
  const reconnections = useFleet((fleet) => fleet.reconnections);
  return useReread<RunDetailsState>({ state: 'reading' }, `${revision} ${reconnections}`, (known) =>
    readDetails(runId, known),
  );
}

async function readDetails(runId: string, known: RunDetailsState): Promise<RunDetailsState> {
  const answer = await call('run.details', { runId });
  if (!answer.ok) {
    const isStillShown = known.state === 'found' && isConnectionLost(answer.problem);
    return isStillShown ? known : { state: 'failed', problem: answer.problem };
  }
  if (answer.value.outcome === 'not_found') return { state: 'not_found' };
  return { state: 'found', details: answer.value.details };
}
