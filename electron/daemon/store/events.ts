import { orderedId } from '../ordered-id.ts';
import type { AuditEntry } from './audit.ts';
import type { Connection } from './connection.ts';
import type { TaskRow } from './tasks/task-row.ts';

/** A task that settled, and how that is written down. */
export interface Ending extends AuditEntry {
  readonly row: TaskRow;
}

/**
 * Tells the projects' conductors that sends or spawns settled. Written in the transaction that settled them,
 * so that neither exists without the other; never for attempts, which are the loop's own.
 */
export function recordEvents(connection: Connection, endings: readonly Ending[]): void {
  if (endings.length === 0) return;
  connection.run(
    `INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, digest, created_at, position)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
            key + 1 + (SELECT coalesce(max(position), 0) FROM dispatch_events)
     FROM jsonb_each(@events)`,
    {
      events: JSON.stringify(
        endings.map(({ row, at }) => [
          orderedId(),
          row.account_id,
          row.project_id,
          row.id,
          `task.${row.status}`,
          row.result_digest ?? row.error,
          at,
        ]),
      ),
    },
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
