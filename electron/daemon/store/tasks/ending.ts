import { isRetryable, type WorkError } from '../../../../shared/work-errors.ts';
import type { TurnResult } from '../../workers/worker-handle.ts';
import { expireQuestionsOf, HAS_QUESTIONS } from '../approvals/expire-questions.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { Ending } from '../events.ts';
import { performAlone, type SharedWrite } from '../group-commit.ts';
import { ItemStatement } from '../item-statement.ts';
import type { Backoff, EndOutcome, TaskClaim, TaskStore } from '../store.ts';
import { concludeTask, concludeTasks } from './conclude-task.ts';
import { findRow } from './find-row.ts';
import { whyNotHeld } from './not-held.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

/**
 * How the result of a worker reaches its row: applied, kept while it is held, or refused as stale. A loss of power a
 * moment later is one a moment before the result: the task is run again. Whatever acts on it outside of this machine
 * writes that down first, and what is written down then brings the result to the disk with it.
 */
export function ending(
  connection: Connection,
  accountId: string,
): Pick<TaskStore, 'complete' | 'fail'> {
  const completing = completingOn(connection, accountId);

  return {
    complete(claim, digest, now) {
      return connection.writeShared(completing, { claim, digest, now }, 'soon');
    },

    fail(claim, error, backoff, now) {
      return connection.writeAheadOfDisk(() =>
        fail(connection, accountId, claim, error, backoff, now),
      );
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
    ? performAlone(completingOn(connection, accountId), { claim, digest: result.digest, now })
    : fail(connection, accountId, claim, result.error, backoff, now);
}

interface Completion {
  readonly claim: TaskClaim;
  readonly digest: string;
  readonly now: number;
}

function completingOn(
  connection: Connection,
  accountId: string,
): SharedWrite<Completion, EndOutcome> {
  return {
    keyOf: ({ claim }) => claim.id,
    perform: (completions) => complete(connection, accountId, completions),
  };
}

// `+`: rows are found by their ids, whatever other indexes have to offer.
const COMPLETE = new ItemStatement(
  ['id', 'generation', 'digest', 'now'],
  ({ item, from, nth }) => `
    UPDATE dispatch_tasks AS task
    SET status = 'done', result_digest = ${item.digest}, error = NULL, error_code = NULL, error_next_step = NULL,
        claim_owner = NULL, claimed_at = NULL, settled_at = ${item.now}, updated_at = ${item.now},
        revision = (SELECT revision + 1 FROM board)${nth}
    ${from}
    WHERE task.id = ${item.id} AND +account_id = @accountId AND generation = ${item.generation}
      AND +status IN ('claimed', 'running')
    RETURNING *, ${HAS_QUESTIONS}`,
);

interface CompletedRow extends TaskRow {
  has_questions: 0 | 1;
}

function complete(
  connection: Connection,
  accountId: string,
  completions: readonly Completion[],
): readonly EndOutcome[] {
  const items = completions.map(({ claim: { id, generation }, digest, now }) => ({
    id,
    generation,
    digest,
    now,
  }));
  const rows = COMPLETE.all<CompletedRow>(connection, items, { accountId });
  const done = new Map(rows.map((row) => [row.id, row]));
  const endings = completions.flatMap(({ claim, now }): (Ending & { row: CompletedRow })[] => {
    const row = done.get(claim.id);
    if (row === undefined) return [];
    const actor = row.owner_daemon ?? '';
    return [{ row, action: 'dispatch.completed', actor, detail: 'Done.', at: now }];
  });
  const asking = endings.filter(({ row }) => row.has_questions === 1);
  concludeTasks(connection, endings, asking);
  return completions.map(({ claim, digest, now }) => {
    const row = done.get(claim.id);
    return row === undefined
      ? keepOrRefuse(connection, accountId, claim, { outcome: 'done', digest }, now)
      : { outcome: 'settled', task: taskFromRow(row) };
  });
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
         settled_at = CASE WHEN kind = 'attempt' OR NOT @retryable OR attempts + 1 >= failure_limit THEN @now END,
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
  concludeTask(connection, row, action, actor, error.message, now);
  return { outcome: 'settled', task: taskFromRow(row) };
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
  const current = findRow(connection, accountId, claim.id);
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
  return whyNotHeld(current);
}
