import type { Connection } from '../connection.ts';
import type { TaskRow } from './task-row.ts';

/** A task of this account as it is now. To be called in the transaction that acts on it. */
export function findRow(
  connection: Connection,
  accountId: string,
  id: string,
): TaskRow | undefined {
  return connection.first<TaskRow>(
    'SELECT * FROM dispatch_tasks WHERE id = @id AND account_id = @accountId',
    { id, accountId },
  );
}
