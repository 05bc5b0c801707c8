import type { TaskAction } from '../../../shared/audit-words.ts';
import type { Connection } from './connection.ts';
import { ItemStatement } from './item-statement.ts';
import type { TaskRow } from './tasks/task-row.ts';

export type AuditedRow = Pick<TaskRow, 'id' | 'account_id' | 'project_id' | 'generation'>;

export interface AuditEntry {
  readonly row: AuditedRow;
  readonly action: TaskAction;
  readonly actor: string;
  /** A sentence for a person. */
  readonly detail: string;
  readonly at: number;
}

/** Writes the audit in the transaction of what it records. */
export function recordAudit(
  connection: Connection,
  row: AuditedRow,
  action: TaskAction,
  actor: string,
  detail: string,
  now: number,
): void {
  recordAudits(connection, [{ row, action, actor, detail, at: now }]);
}

const INSERT = new ItemStatement(
  ['accountId', 'projectId', 'taskId', 'action', 'actor', 'generation', 'detail', 'at'],
  ({ item, rows }) => `
    INSERT INTO audit (account_id, project_id, task_id, action, actor, generation, detail, at)
    ${rows(
      `${item.accountId}, ${item.projectId}, ${item.taskId}, ${item.action}, ${item.actor}, ${item.generation},
       ${item.detail}, ${item.at}`,
    )}`,
);

/** As many times `recordAudit`, in the order of the entries. */
export function recordAudits(connection: Connection, entries: readonly AuditEntry[]): void {
  INSERT.run(
    connection,
    entries.map(({ row, action, actor, detail, at }) => ({
      accountId: row.account_id,
      projectId: row.project_id,
      taskId: row.id,
      action,
      actor,
      generation: row.generation,
      detail,
      at,
    })),
  );
}
