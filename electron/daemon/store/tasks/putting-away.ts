import { isTerminal } from '../../../../shared/terminal-statuses.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { TaskStore } from '../store.ts';
import { concludeTask, DIGEST_WITH_KEPT_RESULT, recordUnappliedResult } from './conclude-task.ts';
import { findRow } from './find-row.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

/** What a person is done with: cancelled while it is open, dismissed once it has settled. */
export function puttingAway(
  connection: Connection,
  accountId: string,
): Pick<TaskStore, 'cancel' | 'dismiss'> {
  return {
    async cancel(id, me, actor, now) {
      return connection.write(() => {
        const before = findRow(connection, accountId, id);
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET generation = generation + 1, status = 'cancelled', held_until = NULL,
               result_digest = ${DIGEST_WITH_KEPT_RESULT}, kept_result = NULL, not_before = NULL, claim_owner = NULL, claimed_at = NULL,
               settled_at = @now, updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId
             AND status NOT IN ('done', 'failed', 'blocked', 'cancelled')
             AND (owner_daemon = @owner OR (owner_daemon IS NULL AND status = 'queued'))
           RETURNING *`,
          { id, accountId, owner: me.owner, now },
        );
        if (row !== undefined) {
          recordUnappliedResult(connection, row, before?.kept_result ?? null, actor, now);
          concludeTask(connection, row, 'dispatch.cancelled', actor, `Cancelled by ${actor}.`, now);
          return { outcome: 'cancelled', task: taskFromRow(row) };
        }
        if (before === undefined) return { outcome: 'not_found' };
        const task = taskFromRow(before);
        return isTerminal(task.status)
          ? { outcome: 'already_settled', status: task.status }
          : { outcome: 'not_owner', ownerDaemon: task.ownerDaemon ?? 'not known' };
      });
    },

    async dismiss(id, actor, now) {
      return connection.write(() => {
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET dismissed_at = @now, dismissed_by = @actor, updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND dismissed_at IS NULL
             AND status IN ('done', 'failed', 'blocked', 'cancelled')
           RETURNING *`,
          { id, accountId, actor, now },
        );
        if (row !== undefined) {
          recordAudit(
            connection,
            row,
            'dispatch.dismissed',
            actor,
            `Moved to Done by ${actor}.`,
            now,
          );
          return { outcome: 'dismissed' };
        }
        const current = findRow(connection, accountId, id);
        if (current === undefined) return { outcome: 'not_found' };
        return current.dismissed_by === null
          ? { outcome: 'not_settled', status: taskFromRow(current).status }
          : { outcome: 'already_dismissed', by: current.dismissed_by };
      });
    },
  };
}
