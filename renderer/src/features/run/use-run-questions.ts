import { useRef } from 'react';
import type { Approval } from '../../../../shared/contract.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { useReread } from '../../state/use-reread.ts';

export interface RunQuestionInFull {
  /** Of the attempt that asked. */
  readonly ordinal: number;
  readonly approval: Approval;
}

/** Every question that the attempts of a run asked, newest first. What a decided attempt asked is read once. */
export function useRunQuestions(run: RunCard): readonly RunQuestionInFull[] {
  const reconnections = useFleet((fleet) => fleet.reconnections);
  const settled = useRef(new Map<string, readonly Approval[]>());

  async function readAll(): Promise<readonly RunQuestionInFull[]> {
    const questions: RunQuestionInFull[] = [];
    for (const { ordinal, taskId, phase } of run.attempts) {
      const approvals = settled.current.get(taskId) ?? (await readApprovals(taskId));
      const isOpen = approvals.some(({ status }) => status === 'open');
      if (phase === 'decided' && !isOpen) settled.current.set(taskId, approvals);
      questions.push(...approvals.map((approval) => ({ ordinal, approval })));
    }
    return questions.sort((a, b) => b.approval.askedAt - a.approval.askedAt);
  }

  return useReread<readonly RunQuestionInFull[]>([], `${run.revision} ${reconnections}`, readAll);
}

/** None while the task is not in the queue yet; a daemon that does not answer is said by the details themselves. */
async function readApprovals(taskId: string): Promise<readonly Approval[]> {
  const answer = await call('task.details', { taskId });
  return answer.ok && answer.value.outcome === 'found' ? answer.value.details.approvals : [];
}
