import { randomUUID } from 'node:crypto';
import type { Connection } from './connection.ts';
import type { TaskRow } from './tasks/task-row.ts';

/**
 * Tells the project's conductor that a send or a spawn settled. Written in the transaction that settled it,
 * so that neither exists without the other; never for attempts, which are the loop's own.
 */
export function recordEvent(connection: Connection, row: TaskRow, now: number): void {
  connection.run(
    `INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, digest, created_at)
     VALUES (@id, @accountId, @projectId, @taskId, @type, @digest, @now)`,
    {
      id: randomUUID(),
      accountId: row.account_id,
      projectId: row.project_id,
      taskId: row.id,
      type: `task.${row.status}`,
      digest: row.result_digest ?? row.error,
      now,
    },
  );
}
