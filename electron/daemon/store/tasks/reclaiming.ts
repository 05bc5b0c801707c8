import { workError } from '../../../../shared/work-errors.ts';
import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { TaskStore } from '../store.ts';
import { concludeTask, DIGEST_WITH_KEPT_RESULT, recordUnappliedResult } from './conclude-task.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

/** Taking back what a daemon that went away, or a person who did not come, has left. */
export function reclaiming(
  connection: Connection,
  accountId: string,
): Pick<TaskStore, 'reclaimStale' | 'settleHeld'> {
  return {
    async reclaimStale(me, leaseMs, now) {
      return connection.write(() => {
        const guard = `account_id = @accountId AND status IN ('claimed', 'running')
          AND ((owner_daemon = @owner AND (claim_owner IS NOT @bootId OR claimed_at + @leaseMs <= @now))
               OR (owner_daemon IS NULL AND coalesce(claimed_at, 0) + @leaseMs <= @now))`;
        const parameters = { accountId, owner: me.owner, bootId: me.bootId, leaseMs, now };
        const stale = connection.all<{ id: string }>(
          `SELECT id FROM dispatch_tasks WHERE ${guard}`,
          parameters,
        );
        return stale.flatMap(({ id }) => {
          const row = connection.first<TaskRow>(
            `UPDATE dispatch_tasks
             SET generation = generation + 1, attempts = attempts + 1,
                 status = CASE WHEN kind = 'attempt' THEN 'failed'
                               WHEN attempts + 1 >= failure_limit THEN 'blocked' ELSE 'queued' END,
                 claim_owner = NULL, claimed_at = NULL, updated_at = @now,
                 revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND ${guard}
             RETURNING *`,
            { ...parameters, id },
          );
          if (row === undefined) return [];
          const concluded = concludeReclaimed(connection, row, 'attempt_reclaimed', me.owner, now);
          return [taskFromRow(concluded)];
        });
      });
    },

    async settleHeld(me, now) {
      return connection.write(() => {
        const guard = `account_id = @accountId AND status = 'held' AND owner_daemon = @owner
          AND (claim_owner IS NOT @bootId OR held_until <= @now)`;
        const parameters = { accountId, owner: me.owner, bootId: me.bootId, now };
        const over = connection.all<Pick<TaskRow, 'id' | 'kept_result'> & { held_until: number }>(
          `SELECT id, held_until, kept_result FROM dispatch_tasks WHERE ${guard}`,
          parameters,
        );
        return over.flatMap(({ id, held_until: heldUntil, kept_result: kept }) => {
          const row = connection.first<TaskRow>(
            `UPDATE dispatch_tasks
             SET generation = generation + 1, attempts = attempts + 1, status = 'failed', held_until = NULL,
                 result_digest = ${DIGEST_WITH_KEPT_RESULT}, kept_result = NULL, claim_owner = NULL, claimed_at = NULL, updated_at = @now,
                 revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND ${guard}
             RETURNING *`,
            { ...parameters, id },
          );
          if (row === undefined) return [];
          recordUnappliedResult(connection, row, kept, me.owner, now);
          const code = heldUntil <= now ? 'hold_lapsed' : 'attempt_reclaimed';
          const concluded = concludeReclaimed(connection, row, code, me.owner, now);
          return [taskFromRow(concluded)];
        });
      });
    },
  };
}

function concludeReclaimed(
  connection: Connection,
  row: TaskRow,
  attemptCode: 'attempt_reclaimed' | 'hold_lapsed',
  actor: string,
  now: number,
): TaskRow {
  if (row.status === 'queued') {
    expireQuestionsOf(connection, row, now);
    recordAudit(
      connection,
      row,
      'dispatch.reclaimed',
      actor,
      'Its worker was gone; queued again.',
      now,
    );
    return row;
  }
  const error =
    row.kind === 'attempt'
      ? workError(
          attemptCode,
          attemptCode === 'hold_lapsed'
            ? 'Nobody answered before the hold lapsed.'
            : 'Its worker was gone when the daemon looked.',
        )
      : workError('reclaimed_too_often', `Its worker was gone ${row.attempts} times.`);
  connection.run(
    'UPDATE dispatch_tasks SET error = @message, error_code = @code, error_next_step = @nextStep WHERE id = @id',
    { id: row.id, ...error },
  );
  const failed = {
    ...row,
    error: error.message,
    error_code: error.code,
    error_next_step: error.nextStep,
  };
  return concludeTask(connection, failed, 'dispatch.reclaimed', actor, error.message, now);
}
