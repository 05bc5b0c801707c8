import { orderedId } from '../ordered-id.ts';
import type { AuditEntry } from './audit.ts';
import type { Connection } from './connection.ts';
import { ItemStatement } from './item-statement.ts';
import type { TaskRow } from './tasks/task-row.ts';

/** A task that settled, and how that is written down. */
export interface Ending extends AuditEntry {
  readonly row: TaskRow;
}

const INSERT = new ItemStatement(
  ['id', 'accountId', 'projectId', 'taskId', 'type', 'digest', 'at'],
  ({ item, rows, nth }) => `
    INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, digest, created_at, position)
    ${rows(
      `${item.id}, ${item.accountId}, ${item.projectId}, ${item.taskId}, ${item.type}, ${item.digest}, ${item.at},
       (SELECT coalesce(max(position), 0) + 1 FROM dispatch_events)${nth}`,
    )}`,
);

/**
 * Tells the projects' conductors that sends or spawns settled. Written in the transaction that settled them,
 * so that neither exists without the other; never for attempts, which are the loop's own.
 */
export function recordEvents(connection: Connection, endings: readonly Ending[]): void {
  INSERT.run(
    connection,
    endings.map(({ row, at }) => ({
      id: orderedId(),
      accountId: row.account_id,
      projectId: row.project_id,
      taskId: row.id,
      type: `task.${row.status}`,
      digest: row.result_digest ?? row.error,
      at,
    })),
  );
}

/**
 * A delivery that is done was acknowledged, and one that a person cancelled is not repeated against their will.
 * What any other ending did not deliver waits for the next one. A delivery is itself no event, or it would never end.
 */
export function concludeDelivery(connection: Connection, row: TaskRow, now: number): void {
  if (row.status === 'done' || row.status === 'cancelled') {
    connection.run(
      'UPDATE dispatch_events SET delivered_at = @now WHERE delivery_task_id = @id AND delivered_at IS NULL',
      { id: row.id, now },
    );
    return;
  }
  connection.run(
    'UPDATE dispatch_events SET delivery_task_id = NULL WHERE delivery_task_id = @id AND delivered_at IS NULL',
    { id: row.id },
  );
}
