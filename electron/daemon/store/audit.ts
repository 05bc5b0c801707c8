import type { Connection } from './connection.ts';
import type { TaskRow } from './tasks/task-row.ts';

/** What happened to a task, one word each; the window says it in a sentence. */
export type AuditAction =
  | 'dispatch.enqueued'
  | 'dispatch.claimed'
  | 'dispatch.released'
  | 'dispatch.running'
  | 'dispatch.completed'
  | 'dispatch.failed'
  | 'dispatch.requeued'
  | 'dispatch.blocked'
  | 'dispatch.reclaimed'
  | 'dispatch.held'
  | 'dispatch.unheld'
  | 'dispatch.result_kept'
  | 'dispatch.result_not_applied'
  | 'dispatch.cancelled'
  | 'dispatch.dismissed'
  | 'dispatch.stale_result'
  | 'approval.asked'
  | 'approval.answered'
  | 'approval.carried'
  | 'approval.expired'
  | 'approval.stale_answer';

export type AuditedRow = Pick<TaskRow, 'id' | 'account_id' | 'project_id' | 'generation'>;

/** Writes the audit in the transaction of what it records. `detail` is a sentence for a person. */
export function recordAudit(
  connection: Connection,
  row: AuditedRow,
  action: AuditAction,
  actor: string,
  detail: string,
  now: number,
): void {
  connection.run(
    `INSERT INTO audit (account_id, project_id, task_id, action, actor, generation, detail, at)
     VALUES (@accountId, @projectId, @taskId, @action, @actor, @generation, @detail, @now)`,
    {
      accountId: row.account_id,
      projectId: row.project_id,
      taskId: row.id,
      action,
      actor,
      generation: row.generation,
      detail,
      now,
    },
  );
}
