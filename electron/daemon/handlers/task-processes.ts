import type { ProcessUse, TaskProcesses } from '../../../shared/processes.ts';
import type { DaemonIdentity, Store } from '../store/store.ts';

/** What the worker of a task uses. `measure` looks at the group that a process leads. */
export async function readTaskProcesses(
  store: Store,
  me: DaemonIdentity,
  taskId: string,
  processIdOf: (sessionId: string) => number | null,
  measure: (group: number) => Promise<ProcessUse | 'not_known' | null>,
): Promise<TaskProcesses> {
  const task = await store.tasks.find(taskId);
  if (task === null) return { outcome: 'not_found' };
  const session = task.workerSessionId;
  const pid = session === null ? null : processIdOf(session);
  if (pid === null) {
    const isOthers = session !== null && task.ownerDaemon !== null && task.ownerDaemon !== me.owner;
    return isOthers
      ? { outcome: 'not_owner', ownerDaemon: task.ownerDaemon ?? '' }
      : { outcome: 'no_worker' };
  }
  const use = await measure(pid);
  if (use === 'not_known') return { outcome: 'not_known' };
  return use === null ? { outcome: 'no_worker' } : { outcome: 'measured', use };
}
