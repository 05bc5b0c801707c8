import type { TaskAction } from '../../../shared/audit-words.ts';
import type { Connection } from './connection.ts';
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

/** As many times `recordAudit`, in the order of the entries. */
export function recordAudits(connection: Connection, entries: readonly AuditEntry[]): void {
  if (entries.length === 0) return;
  connection.run(
    `INSERT INTO audit (account_id, project_id, task_id, action, actor, generation, detail, at)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
     FROM jsonb_each(@entries)`,
    {
      entries: JSON.stringify(
        entries.map(({ row, action, actor, detail, at }) => [
          row.account_id,
          row.project_id,
          row.id,
          action,
          actor,
          row.generation,
          detail,
          at,
        ]),
      ),
    },
  );
}
