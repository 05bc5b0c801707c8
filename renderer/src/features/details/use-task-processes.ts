import { useEffect, useState } from 'react';
import type { Card } from '../../../../shared/board.ts';
import type { TaskProcesses } from '../../../../shared/processes.ts';
import { isTerminal } from '../../../../shared/tasks.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { ownershipOf } from '../../state/ownership.ts';

const LOOK_AGAIN_MS = 2_000;

/**
 * What the processes of a task use, asked of the daemon that has them again and again while the task is at work and the
 * window can be seen. Null while that is not known.
 */
export function useTaskProcesses({ id, status, ownerDaemon }: Card): TaskProcesses | null {
  const [processes, setProcesses] = useState<TaskProcesses | null>(null);
  const isHere = useFleet((fleet) => ownershipOf(fleet, ownerDaemon) === 'here');
  const at = isHere ? null : ownerDaemon;
  const isAtWork = !isTerminal(status) && status !== 'queued';

  useEffect(() => {
    if (!isAtWork) return;
    let isOver = false;
    let timer: number | undefined;
    let isAsking = false;
    async function look(): Promise<void> {
      if (document.hidden || isAsking) return;
      isAsking = true;
      const answer = await call('task.processes', { taskId: id }, at ?? undefined);
      isAsking = false;
      if (isOver) return;
      setProcesses(answer.ok ? answer.value : null);
      clearTimeout(timer);
      timer = window.setTimeout(() => void look(), LOOK_AGAIN_MS);
    }
    const lookWhenVisible = () => void look();
    document.addEventListener('visibilitychange', lookWhenVisible);
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookWhenVisible);
      setProcesses(null);
    };
  }, [id, isAtWork, at]);

  return processes;
}
