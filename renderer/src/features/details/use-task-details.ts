import { useEffect, useRef, useState } from 'react';
import type { TaskDetails } from '../../../../shared/contract.ts';
import type { Problem } from '../../../../shared/problems.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';

export type DetailsState =
  | { readonly state: 'reading' }
  | { readonly state: 'found'; readonly details: TaskDetails }
  | { readonly state: 'not_found' }
  | { readonly state: 'failed'; readonly problem: Problem };

/** The details of a task, read again whenever its row changes and when the daemon was lost and found: one read at a time, and the last word wins. */
export function useTaskDetails(taskId: string): DetailsState {
  const revision = useFleet((fleet) => fleet.board.cards.get(taskId)?.revision ?? 0);
  const reconnections = useFleet((fleet) => fleet.reconnections);
  const [state, setState] = useState<DetailsState>({ state: 'reading' });
  const reading = useRef({ isUnderWay: false, wanted: '' });

  useEffect(() => {
    const current = reading.current;
    current.wanted = `${revision} ${reconnections}`;
    if (current.isUnderWay) return;
    current.isUnderWay = true;
    async function readUntilCurrent() {
      let read = '';
      while (read !== current.wanted) {
        read = current.wanted;
        setState(await readDetails(taskId));
      }
      current.isUnderWay = false;
    }
    void readUntilCurrent();
  }, [taskId, revision, reconnections]);

  return state;
}

async function readDetails(taskId: string): Promise<DetailsState> {
  const answer = await call('task.details', { taskId });
  if (!answer.ok) return { state: 'failed', problem: answer.problem };
  if (answer.value.outcome === 'not_found') return { state: 'not_found' };
  return { state: 'found', details: answer.value.details };
}
