import type { Connection } from '../connection.ts';
import type { TaskStore } from '../store.ts';
import { findRow } from './find-row.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ReadingMethods = Pick<TaskStore, 'find' | 'listForConductor' | 'nextDueAt'>;

export function reading(connection: Connection, accountId: string): ReadingMethods {
  return {
    async find(id) {
      return connection.read(() => {
        const row = findRow(connection, accountId, id);
        return row === undefined ? null : taskFromRow(row);
      });
    },

    async listForConductor(projectId, limit) {
      return connection.read(() =>
        connection
          .all<TaskRow>(
            `SELECT * FROM dispatch_tasks
             WHERE account_id = @accountId AND project_id = @projectId AND kind <> 'attempt'
             ORDER BY created_at DESC, id DESC LIMIT @limit`,
            { accountId, projectId, limit },
          )
          .map(taskFromRow),
      );
    },

    async nextDueAt(me, now) {
      return connection.read(
        () =>
          connection.first<{ due: number }>(
            `SELECT not_before AS due FROM dispatch_tasks
             WHERE account_id = (SELECT @accountId) AND status = 'queued' AND not_before IS NOT NULL
               AND not_before > (SELECT @now) AND (owner_daemon = (SELECT @owner) OR owner_daemon IS NULL)
             ORDER BY not_before LIMIT 1`,
            { accountId, owner: me.owner, now },
          )?.due ?? null,
      );
    },
  };
}
