import { useEffect, useState } from 'react';
import type { Card } from '../../../../shared/board.ts';
import type { TaskProcesses } from '../../../../shared/processes.ts';
import { isTerminal } from '../../../../shared/terminal-statuses.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { ownershipOf } from '../../state/ownership.ts';
import { lookAgain } from './look-again.ts';

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
    const stop = lookAgain({
      async look() {
        const answer = await call('task.processes', { taskId: id }, at ?? undefined);
        if (!isOver) setProcesses(answer.ok ? answer.value : null);
      },
      everyMs: LOOK_AGAIN_MS,
      isVisible: () => !document.hidden,
      watchVisibility(changed) {
        document.addEventListener('visibilitychange', changed);
        return () => document.removeEventListener('visibilitychange', changed);
      },
    });
    return () => {
      isOver = true;
      stop();
      setProcesses(null);
    };
  }, [id, isAtWork, at]);

  return processes;
}
