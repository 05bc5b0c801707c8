import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { carryQuestionsOf } from '../approvals/carried-questions.ts';
import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { TaskStore } from '../store.ts';
import { concludeTask, DIGEST_WITH_KEPT_RESULT, recordUnappliedResult } from './conclude-task.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

const WORKER_GONE = 'Its worker was gone when the daemon looked.';
const QUEUED_AGAIN = 'Its worker was gone; queued again.';

/** At work for a daemon that went away: of an earlier boot, or without its lease renewed. */
export const STALE = `account_id = @accountId AND status IN ('claimed', 'running')
  AND ((owner_daemon = @owner AND (claim_owner IS NOT @bootId OR claimed_at + @leaseMs <= @now))
       OR (owner_daemon IS NULL AND coalesce(claimed_at, 0) + @leaseMs <= @now))`;

/** Held for longer than a person was given, or by an earlier boot, whose worker is gone. */
export const HELD_TO_THE_END = `account_id = @accountId AND status = 'held' AND owner_daemon = @owner
  AND (claim_owner IS NOT @bootId OR held_until <= @now)`;

/** Taking back what a daemon that went away, or a person who did not come, has left. */
export function reclaiming(
  connection: Connection,
  accountId: string,
): Pick<TaskStore, 'reclaimStale' | 'settleHeld'> {
  return {
    async reclaimStale(me, leaseMs, now) {
      const ends = `kind = 'attempt' OR attempts + 1 >= failure_limit`;
      const parameters = { accountId, owner: me.owner, bootId: me.bootId, leaseMs, now };
      return connection.write(() => {
        const stale = connection.all<Pick<TaskRow, 'id' | 'kind' | 'attempts'>>(
          `SELECT id, kind, attempts FROM dispatch_tasks WHERE ${STALE}`,
          parameters,
        );
        return stale.flatMap(({ id, kind, attempts }) => {
          const error = workerGone(kind, attempts + 1);
          const row = connection.first<TaskRow>(
            `UPDATE dispatch_tasks
             SET generation = generation + 1, attempts = attempts + 1,
                 status = CASE WHEN kind = 'attempt' THEN 'failed'
                               WHEN attempts + 1 >= failure_limit THEN 'blocked' ELSE 'queued' END,
                 settled_at = CASE WHEN ${ends} THEN @now END,
                 error = CASE WHEN ${ends} THEN @message ELSE error END,
                 error_code = CASE WHEN ${ends} THEN @code ELSE error_code END,
                 error_next_step = CASE WHEN ${ends} THEN @nextStep ELSE error_next_step END,
                 claim_owner = NULL, claimed_at = NULL, updated_at = @now,
                 revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND ${STALE}
             RETURNING *`,
            { ...parameters, ...error, id },
          );
          if (row === undefined) return [];
          if (row.status === 'queued') {
            expireQuestionsOf(connection, row, now);
            recordAudit(connection, row, 'dispatch.reclaimed', me.owner, QUEUED_AGAIN, now);
          } else concludeTask(connection, row, 'dispatch.reclaimed', me.owner, error.message, now);
          return [taskFromRow(row)];
        });
      });
    },

    async settleHeld(me, now) {
      const parameters = { accountId, owner: me.owner, bootId: me.bootId, now };
      return connection.write(() => {
        const over = connection.all<Pick<TaskRow, 'id' | 'kept_result'> & { held_until: number }>(
          `SELECT id, held_until, kept_result FROM dispatch_tasks WHERE ${HELD_TO_THE_END}`,
          parameters,
        );
        return over.flatMap(({ id, held_until: heldUntil, kept_result: kept }) => {
          const error =
            heldUntil <= now
              ? workError('hold_lapsed', 'Nobody answered before the hold lapsed.')
              : workError('attempt_reclaimed', WORKER_GONE);
          const row = connection.first<TaskRow>(
            `UPDATE dispatch_tasks
             SET generation = generation + 1, attempts = attempts + 1, status = 'failed', held_until = NULL,
                 result_digest = ${DIGEST_WITH_KEPT_RESULT}, kept_result = NULL,
                 error = @message, error_code = @code, error_next_step = @nextStep,
                 claim_owner = NULL, claimed_at = NULL, settled_at = @now, updated_at = @now,
                 revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND ${HELD_TO_THE_END}
             RETURNING *`,
            { ...parameters, ...error, id },
          );
          if (row === undefined) return [];
          recordUnappliedResult(connection, row, kept, me.owner, now);
          if (heldUntil > now) carryQuestionsOf(connection, row, now);
          concludeTask(connection, row, 'dispatch.reclaimed', me.owner, error.message, now);
          return [taskFromRow(row)];
        });
      });
    },
  };
}

function workerGone(kind: string, attempts: number): WorkError {
  return kind === 'attempt'
    ? workError('attempt_reclaimed', WORKER_GONE)
    : workError('reclaimed_too_often', `Its worker was gone ${attempts} times.`);
}
