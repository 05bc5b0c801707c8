import { FROM_LAPSED } from '../approvals/sqlite-approval-store.ts';
import type { Connection } from '../connection.ts';
import { FROM_IDLE_CONDUCTORS } from '../sqlite-event-store.ts';
import type { DueNow, TaskStore } from '../store.ts';
import { findRow } from './find-row.ts';
import { HELD_TO_THE_END, STALE } from './reclaiming.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ReadingMethods = Pick<TaskStore, 'find' | 'listForConductor' | 'dueNow' | 'nextDueAt'>;

const DUE_NOW = `SELECT EXISTS (SELECT 1 FROM dispatch_tasks WHERE ${STALE}) AS stale,
  EXISTS (SELECT 1 FROM dispatch_tasks WHERE ${HELD_TO_THE_END}) AS held,
  EXISTS (SELECT 1 ${FROM_LAPSED}) AS lapsed,
  EXISTS (SELECT 1 ${FROM_IDLE_CONDUCTORS}) AS conductors`;

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

    async dueNow(me, leaseMs, now) {
      return connection.read(() => {
        const asked = { accountId, ...me, leaseMs, now };
        const due = connection.first<Record<keyof DueNow, 0 | 1>>(DUE_NOW, asked);
        return {
          stale: due?.stale === 1,
          held: due?.held === 1,
          lapsed: due?.lapsed === 1,
          conductors: due?.conductors === 1,
        };
      });
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
