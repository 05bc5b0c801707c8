import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { type AuditedRow, recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { NotHeld, TaskStore } from '../store.ts';
import { claimOldest } from './claim-oldest.ts';
import { findRow } from './find-row.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ClaimingMethods = Pick<
  TaskStore,
  'enqueue' | 'claimNext' | 'release' | 'markRunning' | 'touch'
>;

/** The way of a task into work: enqueue → claim → (release) → running, and the renewal of its lease. */
export function claiming(connection: Connection, accountId: string): ClaimingMethods {
  return {
    async enqueue(task, project, me, now) {
      return connection.write(() => {
        connection.run(
          `INSERT INTO projects (id, account_id, name, folder, created_at, used_at)
           VALUES (@id, @accountId, @name, @folder, @now, @now)
           ON CONFLICT (account_id, id) DO UPDATE SET used_at = excluded.used_at, name = excluded.name`,
          { ...project, accountId, now },
        );
        connection.run(
          `INSERT INTO dispatch_tasks (
             id, account_id, project_id, kind, shape, target_session, workdir, prompt, provider, profile,
             status, failure_limit, created_by, created_at, updated_at, owner_daemon, run_id, attempt_id,
             generation, revision)
           VALUES (
             @id, @accountId, @projectId, @kind, @shape, @targetSession, @folder, @prompt, @agent, @profile,
             'queued', @failureLimit, @createdBy, @now, @now, @owner, @runId, @attemptId,
             0, (SELECT revision + 1 FROM board))`,
          { runId: null, attemptId: null, ...task, accountId, owner: me.owner, now },
        );
        const row = requireRow(connection, accountId, task.id);
        recordAudit(connection, row, 'dispatch.enqueued', task.createdBy, 'Queued.', now);
        return taskFromRow(row);
      });
    },

    async claimNext(request) {
      return connection.write(() => {
        const row = claimOldest(connection, accountId, request);
        if (row === undefined) return null;
        const { me, now } = request;
        recordAudit(connection, row, 'dispatch.claimed', me.owner, 'Claimed.', now);
        return taskFromRow(row);
      });
    },

    async release(claim, reason, now) {
      return connection.write(() => {
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET status = 'queued', claim_owner = NULL, claimed_at = NULL, updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation AND status = 'claimed'
           RETURNING *`,
          { ...claim, accountId, now },
        );
        if (row === undefined) return notHeld(connection, accountId, claim.id);
        expireQuestionsOf(connection, row, now);
        recordAudit(connection, row, 'dispatch.released', row.owner_daemon ?? '', reason, now);
        return { outcome: 'released' };
      });
    },

    async markRunning(claim, at, now) {
      return connection.write(() => {
        const parameters = { ...claim, ...at, accountId, now };
        const row = connection.first<AuditedRow & Pick<TaskRow, 'owner_daemon'>>(
          `UPDATE dispatch_tasks
           SET status = 'running', worker_session_id = @sessionId, work_folder = @workFolder, branch = @branch,
               started_at = coalesce(started_at, @now), updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation
             AND status IN ('claimed', 'running')
           RETURNING id, account_id, project_id, generation, owner_daemon`,
          parameters,
        );
        if (row !== undefined) {
          showSession(connection, accountId, at.sessionId, 'working');
          recordAudit(connection, row, 'dispatch.running', row.owner_daemon ?? '', 'Started.', now);
          return { outcome: 'running' };
        }
        const attached = connection.run(
          `UPDATE dispatch_tasks
           SET worker_session_id = @sessionId, work_folder = @workFolder, branch = @branch,
               started_at = coalesce(started_at, @now), updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation AND status = 'held'`,
          parameters,
        );
        if (attached === 0) return notHeld(connection, accountId, claim.id);
        showSession(connection, accountId, at.sessionId, 'awaiting');
        return { outcome: 'held' };
      });
    },

    async touch(claims, now) {
      if (claims.length === 0) return [];
      return connection.write(() =>
        claims.filter(
          (claim) =>
            connection.run(
              `UPDATE dispatch_tasks
               SET claimed_at = @now, updated_at = @now, revision = (SELECT revision + 1 FROM board)
               WHERE id = @id AND account_id = @accountId AND generation = @generation
                 AND status IN ('claimed', 'running')`,
              { id: claim.id, generation: claim.generation, accountId, now },
            ) === 0,
        ),
      );
    },
  };
}

/** The session of a task that starts. Its card is newer on the board already. */
function showSession(
  connection: Connection,
  accountId: string,
  id: string,
  state: 'working' | 'awaiting',
): void {
  connection.run(
    `UPDATE sessions SET state = @state, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND state <> 'ended' AND state <> @state`,
    { id, accountId, state },
  );
}

/** Why a guarded write changed nothing. To be called in the same transaction. */
export function notHeld(connection: Connection, accountId: string, id: string): NotHeld {
  return whyNotHeld(findRow(connection, accountId, id));
}

/** The same for a row that was already read. */
export function whyNotHeld(row: TaskRow | undefined): NotHeld {
  if (row === undefined) return { outcome: 'not_found' };
  return { outcome: 'stale', generation: row.generation, status: taskFromRow(row).status };
}

function requireRow(connection: Connection, accountId: string, id: string): TaskRow {
  const row = findRow(connection, accountId, id);
  if (row === undefined) throw new Error(`Task ${id} is gone within its own transaction.`);
  return row;
}
