import { type AuditedRow, recordAudits } from '../audit.ts';
import type { Connection } from '../connection.ts';
import { ItemStatement } from '../item-statement.ts';
import type { TaskRow } from '../tasks/task-row.ts';

type AskingRow = AuditedRow & Pick<TaskRow, 'owner_daemon'>;

/** A question that was carried over to a run outlives its attempt. */
const EXPIRES = `status = 'open' AND carried_for_run IS NULL`;

/** To be returned by a statement that writes tasks: whether `expireQuestionsOfAll` has something to close. */
export const HAS_QUESTIONS = `EXISTS (SELECT 1 FROM approvals WHERE task_id = dispatch_tasks.id AND ${EXPIRES}) AS has_questions`;

const EXPIRE = new ItemStatement(
  ['taskId', 'at'],
  ({ item, from }) => `
    UPDATE approvals SET status = 'expired', closed_at = ${item.at} ${from}
    WHERE task_id = ${item.taskId} AND ${EXPIRES}
    RETURNING task_id`,
);

/** Closes whatever a task still asked. Part of the transaction that ends or requeues it; returns how many there were. */
export function expireQuestionsOf(connection: Connection, row: AskingRow, now: number): number {
  return expireQuestionsOfAll(connection, [{ row, at: now }]);
}

/** As many times `expireQuestionsOf`. */
export function expireQuestionsOfAll(
  connection: Connection,
  asking: readonly { readonly row: AskingRow; readonly at: number }[],
): number {
  const expired = EXPIRE.all<{ task_id: string }>(
    connection,
    asking.map(({ row, at }) => ({ taskId: row.id, at })),
  );
  if (expired.length === 0) return 0;
  recordAudits(
    connection,
    asking.flatMap(({ row, at }) => {
      const count = expired.filter(({ task_id: taskId }) => taskId === row.id).length;
      if (count === 0) return [];
      const detail =
        count === 1 ? 'Its open question expired.' : `Its ${count} open questions expired.`;
      return [{ row, action: 'approval.expired', actor: row.owner_daemon ?? '', detail, at }];
    }),
  );
  return expired.length;
}
