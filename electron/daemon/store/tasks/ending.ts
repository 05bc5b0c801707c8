import { isTerminal } from '../../../../shared/tasks.ts';
import { isRetryable, type WorkError, workError } from '../../../../shared/work-errors.ts';
import type { TurnResult } from '../../workers/worker-handle.ts';
import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import { recordEvent } from '../events.ts';
import type { Backoff, EndOutcome, TaskClaim, TaskStore } from '../store.ts';
import { notHeld } from './claiming.ts';
import { keptResultSchema } from './kept-result.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type EndingMethods = Pick<
  TaskStore,
  'complete' | 'fail' | 'reclaimStale' | 'settleHeld' | 'cancel' | 'dismiss'
>;

/** Every way out of work. Whatever ends a task passes `concludeTask`. */
export function ending(connection: Connection, accountId: string): EndingMethods {
  return {
    async complete(claim, digest, now) {
      return connection.write(() => complete(connection, accountId, claim, digest, now));
    },

    async fail(claim, error, backoff, now) {
      return connection.write(() => fail(connection, accountId, claim, error, backoff, now));
    },

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

    async cancel(id, me, actor, now) {
      return connection.write(() => {
        const before = connection.first<TaskRow>(
          'SELECT * FROM dispatch_tasks WHERE id = @id AND account_id = @accountId',
          { id, accountId },
        );
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET generation = generation + 1, status = 'cancelled', held_until = NULL,
               result_digest = ${DIGEST_WITH_KEPT_RESULT}, kept_result = NULL, not_before = NULL, claim_owner = NULL, claimed_at = NULL, updated_at = @now,
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
        const current = connection.first<TaskRow>(
          'SELECT * FROM dispatch_tasks WHERE id = @id AND account_id = @accountId',
          { id, accountId },
        );
        if (current === undefined) return { outcome: 'not_found' };
        return current.dismissed_by === null
          ? { outcome: 'not_settled', status: taskFromRow(current).status }
          : { outcome: 'already_dismissed', by: current.dismissed_by };
      });
    },
  };
}

/** Applies a result in the caller's transaction: also what a hold had kept, at its unhold. */
export function applyResult(
  connection: Connection,
  accountId: string,
  claim: TaskClaim,
  result: TurnResult,
  backoff: Backoff,
  now: number,
): EndOutcome {
  return result.outcome === 'done'
    ? complete(connection, accountId, claim, result.digest, now)
    : fail(connection, accountId, claim, result.error, backoff, now);
}

function complete(
  connection: Connection,
  accountId: string,
  claim: TaskClaim,
  digest: string,
  now: number,
): EndOutcome {
  const row = connection.first<TaskRow>(
    `UPDATE dispatch_tasks
     SET status = 'done', result_digest = @digest, error = NULL, error_code = NULL, error_next_step = NULL,
         claim_owner = NULL, claimed_at = NULL, updated_at = @now,
         revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND generation = @generation
       AND status IN ('claimed', 'running')
     RETURNING *`,
    { id: claim.id, generation: claim.generation, accountId, digest, now },
  );
  if (row === undefined) {
    return keepOrRefuse(connection, accountId, claim, { outcome: 'done', digest }, now);
  }
  const settled = concludeTask(
    connection,
    row,
    'dispatch.completed',
    row.owner_daemon ?? '',
    'Done.',
    now,
  );
  return { outcome: 'settled', task: taskFromRow(settled) };
}

function fail(
  connection: Connection,
  accountId: string,
  claim: TaskClaim,
  error: WorkError,
  backoff: Backoff,
  now: number,
): EndOutcome {
  const row = connection.first<TaskRow>(
    `UPDATE dispatch_tasks
     SET attempts = attempts + 1,
         status = CASE WHEN kind = 'attempt' OR NOT @retryable THEN 'failed'
                       WHEN attempts + 1 >= failure_limit THEN 'blocked' ELSE 'queued' END,
         not_before = CASE WHEN kind = 'attempt' OR NOT @retryable OR attempts + 1 >= failure_limit THEN NULL
                      ELSE @now + CAST(min(@capMs, @baseMs * (1 << min(attempts + 1, 30)) * (1 + @jitter)) AS INTEGER) END,
         error = @message, error_code = @code, error_next_step = @nextStep,
         claim_owner = NULL, claimed_at = NULL, updated_at = @now,
         revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND generation = @generation
       AND status IN ('claimed', 'running')
     RETURNING *`,
    {
      id: claim.id,
      generation: claim.generation,
      accountId,
      ...error,
      ...backoff,
      retryable: isRetryable(error) ? 1 : 0,
      now,
    },
  );
  if (row === undefined)
    return keepOrRefuse(connection, accountId, claim, { outcome: 'failed', error }, now);
  const actor = row.owner_daemon ?? '';
  if (row.status === 'queued') {
    expireQuestionsOf(connection, row, now);
    recordAudit(
      connection,
      row,
      'dispatch.requeued',
      actor,
      `Will be tried again: ${error.message}`,
      now,
    );
    return { outcome: 'requeued', task: taskFromRow(row) };
  }
  const action = row.status === 'blocked' ? 'dispatch.blocked' : 'dispatch.failed';
  const settled = concludeTask(connection, row, action, actor, error.message, now);
  return { outcome: 'settled', task: taskFromRow(settled) };
}

/** A result that no row waits for: kept while its attempt is held, else refused and written down. */
function keepOrRefuse(
  connection: Connection,
  accountId: string,
  claim: TaskClaim,
  result: TurnResult,
  now: number,
): EndOutcome {
  const kept = connection.first<TaskRow>(
    `UPDATE dispatch_tasks
     SET kept_result = coalesce(kept_result, @result), updated_at = @now, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND generation = @generation AND status = 'held'
     RETURNING *`,
    {
      id: claim.id,
      generation: claim.generation,
      accountId,
      result: JSON.stringify(result),
      now,
    },
  );
  if (kept !== undefined) {
    recordAudit(
      connection,
      kept,
      'dispatch.result_kept',
      kept.owner_daemon ?? '',
      'The result arrived while held and is applied when it is unheld.',
      now,
    );
    return { outcome: 'kept' };
  }
  const refused = notHeld(connection, accountId, claim.id);
  if (refused.outcome === 'stale') {
    const current = connection.first<TaskRow>('SELECT * FROM dispatch_tasks WHERE id = @id', {
      id: claim.id,
    });
    if (current !== undefined) {
      recordAudit(
        connection,
        current,
        'dispatch.stale_result',
        'worker',
        `A result of generation ${claim.generation} arrived late and was refused; the task is at generation ${current.generation}, ${current.status}.`,
        now,
      );
    }
  }
  return refused;
}

/** What a hold had kept of a finished turn stays readable when the attempt ends without an unhold. */
const DIGEST_WITH_KEPT_RESULT = `coalesce(json_extract(kept_result, '$.digest'), result_digest)`;

function recordUnappliedResult(
  connection: Connection,
  row: TaskRow,
  kept: string | null,
  actor: string,
  now: number,
): void {
  if (kept === null) return;
  const result = keptResultSchema.parse(JSON.parse(kept));
  recordAudit(
    connection,
    row,
    'dispatch.result_not_applied',
    actor,
    result.outcome === 'done'
      ? 'It had finished while held. That was not applied; its digest stays with the task.'
      : `It had failed while held, which was not applied: ${result.error.message}`,
    now,
  );
}

/** The choke point of every ending: what must be written with it, in its own transaction. */
function concludeTask(
  connection: Connection,
  row: TaskRow,
  action: AuditAction,
  actor: string,
  detail: string,
  now: number,
): TaskRow {
  connection.run('UPDATE dispatch_tasks SET settled_at = @now WHERE id = @id', { id: row.id, now });
  expireQuestionsOf(connection, row, now);
  recordAudit(connection, row, action, actor, detail, now);
  if (row.kind !== 'attempt') recordEvent(connection, row, now);
  return { ...row, settled_at: now };
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
