import type { UnholdOutcome } from '../../../../shared/outcomes.ts';
import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { Backoff, DaemonIdentity, EndOutcome, ResumeOutcome, TaskStore } from '../store.ts';
import { applyResult } from './ending.ts';
import { findRow } from './find-row.ts';
import { keptResultSchema } from './kept-result.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type HoldingMethods = Pick<TaskStore, 'hold' | 'unhold' | 'unholdWithoutWorker' | 'shiftDeadlines'>;

/** Parking an attempt on a person, and taking it up again. */
export function holding(connection: Connection, accountId: string): HoldingMethods {
  return {
    async hold(id, me, holdMaxMs, actor, now) {
      return connection.write(() => {
        const row = holdIfRunning(connection, accountId, id, me, now + holdMaxMs, now);
        if (row !== undefined) {
          recordAudit(connection, row, 'dispatch.held', actor, `Held by ${actor}.`, now);
          return { outcome: 'held', heldUntil: now + holdMaxMs, task: taskFromRow(row) };
        }
        const task = find(connection, accountId, id);
        if (task === undefined) return { outcome: 'not_found' };
        if (task.kind !== 'attempt') return { outcome: 'not_attempt' };
        if (task.ownerDaemon !== me.owner) {
          return { outcome: 'not_owner', ownerDaemon: task.ownerDaemon ?? 'not known' };
        }
        return { outcome: 'not_running', status: task.status };
      });
    },

    async unhold(id, me, actor, backoff, now) {
      return connection.write(() => {
        const open = connection.first<{ id: string }>(
          `SELECT approvals.id FROM approvals JOIN dispatch_tasks AS task ON task.id = task_id
           WHERE task_id = @id AND approvals.status = 'open' AND approvals.generation = task.generation
             AND task.account_id = @accountId AND task.status = 'held' AND task.owner_daemon = @owner
             AND task.claim_owner = @bootId AND task.held_until > @now`,
          { id, accountId, ...me, now },
        );
        if (open !== undefined) return { outcome: 'question_open', approvalId: open.id };
        return resumeIfHeld(connection, accountId, id, me, actor, backoff, now);
      });
    },

    async unholdWithoutWorker(id, me, backoff, now) {
      return connection.write(() => {
        const row = connection.first<TaskRow>(
          `SELECT * FROM dispatch_tasks
           WHERE id = @id AND account_id = @accountId AND status = 'held' AND owner_daemon = @owner
             AND claim_owner = @bootId AND held_until > @now`,
          { id, accountId, ...me, now },
        );
        if (row !== undefined) expireQuestionsOf(connection, row, now);
        return resumeIfHeld(connection, accountId, id, me, me.owner, backoff, now);
      });
    },

    async shiftDeadlines(me, byMs, now) {
      return connection.write(() => {
        const parameters = { accountId, owner: me.owner, bootId: me.bootId, byMs, now };
        const held = connection.all<{ id: string }>(
          `SELECT id FROM dispatch_tasks
           WHERE account_id = @accountId AND status = 'held' AND owner_daemon = @owner AND claim_owner = @bootId`,
          parameters,
        );
        for (const { id } of held) {
          connection.run(
            `UPDATE dispatch_tasks
             SET held_until = held_until + @byMs, updated_at = @now, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND status = 'held' AND owner_daemon = @owner AND claim_owner = @bootId`,
            { id, owner: me.owner, bootId: me.bootId, byMs, now },
          );
        }
        if (byMs > 0) countAsParked(connection, accountId, me, byMs, now);
        connection.run(
          `UPDATE approvals SET expires_at = expires_at + @byMs
           WHERE account_id = @accountId AND status = 'open'
             AND EXISTS (SELECT 1 FROM dispatch_tasks AS task
                         WHERE task.id = approvals.task_id AND task.owner_daemon = @owner AND task.claim_owner = @bootId
                           AND task.status IN ('claimed', 'running', 'held'))`,
          { accountId, owner: me.owner, bootId: me.bootId, byMs },
        );
        return held.length;
      });
    },
  };
}

/** Nobody worked while the machine slept. */
function countAsParked(
  connection: Connection,
  accountId: string,
  me: DaemonIdentity,
  byMs: number,
  now: number,
): void {
  for (const { id } of connection.all<{ id: string }>(
    `SELECT id FROM dispatch_tasks
     WHERE account_id = @accountId AND status IN ('claimed', 'running') AND status = 'running'
       AND owner_daemon = @owner AND claim_owner = @bootId AND kind = 'attempt'`,
    { accountId, ...me },
  )) {
    connection.run(
      `UPDATE dispatch_tasks
       SET parked_ms = parked_ms + @byMs, updated_at = @now, revision = (SELECT revision + 1 FROM board)
       WHERE id = @id AND status = 'running' AND owner_daemon = @owner AND claim_owner = @bootId`,
      { id, ...me, byMs, now },
    );
  }
}

/** The guarded write of a hold, also for a question that parks its attempt. `generation` narrows it to one claim. */
export function holdIfRunning(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
  heldUntil: number,
  now: number,
  generation: number | null = null,
): TaskRow | undefined {
  return connection.first<TaskRow>(
    `UPDATE dispatch_tasks
     SET status = 'held', held_until = @heldUntil, parked_since = @now, updated_at = @now,
         revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND kind = 'attempt' AND owner_daemon = @owner
       AND status IN ('claimed', 'running')
       AND (@generation IS NULL OR generation = @generation)
     RETURNING *`,
    { id, accountId, owner: me.owner, heldUntil, generation, now },
  );
}

/** The guarded write of an unhold, and the kept result with it. Part of the caller's transaction. */
export function resumeIfHeld(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
  actor: string,
  backoff: Backoff,
  now: number,
): ResumeOutcome {
  const before = connection.first<{ kept_result: string | null }>(
    'SELECT kept_result FROM dispatch_tasks WHERE id = @id',
    { id },
  );
  const row = connection.first<TaskRow>(
    `UPDATE dispatch_tasks
     SET status = 'running', held_until = NULL, kept_result = NULL, claimed_at = @now, updated_at = @now,
         parked_ms = parked_ms + max(0, @now - coalesce(parked_since, @now)), parked_since = NULL,
         revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND status = 'held' AND owner_daemon = @owner
       AND claim_owner = @bootId AND held_until > @now
     RETURNING *`,
    { id, accountId, owner: me.owner, bootId: me.bootId, now },
  );
  if (row === undefined) return whyNotResumed(connection, accountId, id, me);
  recordAudit(connection, row, 'dispatch.unheld', actor, `Resumed by ${actor}.`, now);
  const ended = applyKept(connection, accountId, row, before?.kept_result ?? null, backoff, now);
  return { outcome: 'resumed', task: taskFromRow(row), ...(ended && { ended }) };
}

function applyKept(
  connection: Connection,
  accountId: string,
  row: TaskRow,
  kept: string | null,
  backoff: Backoff,
  now: number,
): EndOutcome | undefined {
  if (kept === null) return undefined;
  return applyResult(
    connection,
    accountId,
    row,
    keptResultSchema.parse(JSON.parse(kept)),
    backoff,
    now,
  );
}

function whyNotResumed(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
): Exclude<UnholdOutcome, { outcome: 'resumed' | 'question_open' }> {
  const task = find(connection, accountId, id);
  if (task === undefined) return { outcome: 'not_found' };
  if (task.ownerDaemon !== me.owner) {
    return { outcome: 'not_owner', ownerDaemon: task.ownerDaemon ?? 'not known' };
  }
  return task.status === 'held'
    ? { outcome: 'lapsed' }
    : { outcome: 'not_held', status: task.status };
}

function find(connection: Connection, accountId: string, id: string) {
  const row = findRow(connection, accountId, id);
  return row && taskFromRow(row);
}
