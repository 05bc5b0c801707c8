import type { TaskAction } from '../../../shared/audit-words.ts';
import type { Connection } from './connection.ts';
import type { TaskRow } from './tasks/task-row.ts';

export type AuditedRow = Pick<TaskRow, 'id' | 'account_id' | 'project_id' | 'generation'>;

/** Writes the audit in the transaction of what it records. `detail` is a sentence for a person. */
export function recordAudit(
  connection: Connection,
  row: AuditedRow,
  action: TaskAction,
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
