import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { TaskRow } from '../tasks/task-row.ts';

/** Closes whatever a task still asked. Part of the transaction that ends or requeues it; returns how many there were. */
export function expireQuestionsOf(connection: Connection, row: TaskRow, now: number): number {
  const expired = connection.run(
    `UPDATE approvals SET status = 'expired', closed_at = @now
     WHERE task_id = @taskId AND status = 'open' AND carried_for_run IS NULL`,
    { taskId: row.id, now },
  );
  if (expired > 0) {
    recordAudit(
      connection,
      row,
      'approval.expired',
      row.owner_daemon ?? '',
      expired === 1 ? 'Its open question expired.' : `Its ${expired} open questions expired.`,
      now,
    );
  }
  return expired;
}
