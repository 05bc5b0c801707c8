import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { NotHeld, TaskStore } from '../store.ts';
import { findRow } from './find-row.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ClaimingMethods = Pick<
  TaskStore,
  'enqueue' | 'claimNext' | 'release' | 'markRunning' | 'touch'
>;

/** Rows of a worker that is busy on its own, not waiting on a person: these fill the cap. */
const WORKERS_AT_WORK = `
  SELECT count(*) FROM dispatch_tasks AS busy
  WHERE busy.account_id = candidate.account_id AND busy.project_id = candidate.project_id
    AND busy.owner_daemon = @owner AND busy.status IN ('claimed', 'running')
    AND busy.kind IN ('spawn', 'attempt')
    AND NOT EXISTS (SELECT 1 FROM approvals
                    WHERE task_id = busy.id AND generation = busy.generation AND status = 'open')`;

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

    async claimNext({ me, workerCap, excludedIds, now }) {
      return connection.write(() => {
        const parameters = {
          accountId,
          owner: me.owner,
          workerCap,
          excluded: JSON.stringify(excludedIds),
          now,
        };
        // The oldest due row of each tenant, and of those the oldest: a capped tenant costs one probe, not a scan.
        const head = connection.first<{ id: string }>(
          `WITH RECURSIVE tenant (project_id) AS (
             SELECT min(project_id) FROM dispatch_tasks WHERE account_id = @accountId AND status = 'queued'
             UNION ALL
             SELECT (SELECT min(project_id) FROM dispatch_tasks
                     WHERE account_id = @accountId AND status = 'queued' AND project_id > tenant.project_id)
             FROM tenant WHERE tenant.project_id IS NOT NULL
           ),
           room (project_id, for_workers) AS (
             SELECT candidate.project_id, (${WORKERS_AT_WORK}) < @workerCap
             FROM (SELECT @accountId AS account_id, project_id FROM tenant WHERE project_id IS NOT NULL) AS candidate
           )
           SELECT id FROM (
             SELECT (SELECT id FROM dispatch_tasks AS task
                     WHERE task.account_id = @accountId AND task.project_id = room.project_id
                       AND task.status = 'queued'
                       AND (task.not_before IS NULL OR task.not_before <= @now)
                       AND (task.owner_daemon = @owner OR task.owner_daemon IS NULL)
                       AND (task.kind = 'send' OR room.for_workers)
                       AND task.id NOT IN (SELECT value FROM json_each(@excluded))
                     ORDER BY task.created_at, task.id LIMIT 1) AS head_id
             FROM room) AS heads
           JOIN dispatch_tasks ON id = head_id
           ORDER BY created_at, id LIMIT 1`,
          parameters,
        );
        if (head === undefined) return null;
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks AS candidate
           SET status = 'claimed', generation = generation + 1, claim_owner = @bootId, claimed_at = @now,
               owner_daemon = @owner, not_before = NULL, updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND status = 'queued'
             AND (not_before IS NULL OR not_before <= @now)
             AND (owner_daemon = @owner OR owner_daemon IS NULL)
             AND (kind = 'send' OR (${WORKERS_AT_WORK}) < @workerCap)
             AND id NOT IN (SELECT value FROM json_each(@excluded))
           RETURNING *`,
          { ...parameters, id: head.id, bootId: me.bootId },
        );
        if (row === undefined) return null;
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
        const row = connection.first<TaskRow>(
          `UPDATE dispatch_tasks
           SET status = 'running', worker_session_id = @sessionId, work_folder = @workFolder, branch = @branch,
               started_at = coalesce(started_at, @now), updated_at = @now,
               revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND generation = @generation
             AND status IN ('claimed', 'running')
           RETURNING *`,
          parameters,
        );
        if (row !== undefined) {
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
        return attached > 0 ? { outcome: 'held' } : notHeld(connection, accountId, claim.id);
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
