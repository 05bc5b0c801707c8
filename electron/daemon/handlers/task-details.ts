import type { TaskDetails } from '../../../shared/contract.ts';
import type { Store } from '../store/store.ts';

/** Everything about one task that its card leaves out; null when there is no such task. */
export async function readTaskDetails(
  store: Store,
  taskId: string,
  processIdOf: (sessionId: string) => number | null,
): Promise<TaskDetails | null> {
  const [card, task] = await Promise.all([store.board.cardOf(taskId), store.tasks.find(taskId)]);
  if (card === null || task === null) return null;
  const [approvals, audit, sessions] = await Promise.all([
    store.approvals.ofTask(taskId),
    store.board.auditOf(taskId),
    store.sessions.ofTask(taskId),
  ]);
  return {
    card,
    prompt: task.prompt,
    folder: task.folder,
    workFolder: task.workFolder,
    branch: task.branch,
    digest: task.digest,
    processId: task.workerSessionId === null ? null : processIdOf(task.workerSessionId),
    approvals: [...approvals],
    audit: [...audit],
    sessionIds: sessions.map((session) => session.id),
  };
}
