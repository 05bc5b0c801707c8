import { expireQuestionsOf } from '../approvals/expire-questions.ts';
import { type AuditedRow, recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { ClaimRequest, NotHeld, TaskStore } from '../store.ts';
import { claimOldest } from './claim-oldest.ts';
import { findRow } from './find-row.ts';
import { insertQueued, keepProject } from './insert-queued.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

type ClaimingMethods = Pick<
  TaskStore,
  'enqueue' | 'claimNext' | 'claimUpTo' | 'release' | 'markRunning' | 'touch'
>;

/** The way of a task into work: enqueue → claim → (release) → running, and the renewal of its lease. */
export function claiming(connection: Connection, accountId: string): ClaimingMethods {
  async function claimUpTo(atMost: number, request: ClaimRequest) {
    const { me, now } = request;
    // A claim that a loss of power undoes had no worker that outlived it: the task is queued, and is claimed again.
    return connection.writeAheadOfDisk(() =>
      claimOldest(connection, accountId, request, atMost).map((row) => {
        recordAudit(connection, row, 'dispatch.claimed', me.owner, 'Claimed.', now);
        return taskFromRow(row);
      }),
    );
  }

  return {
    async enqueue(task, project, me, now) {
      return connection.write(() => {
        keepProject(connection, accountId, project, now);
        return insertQueued(connection, accountId, task, me, now);
      });
    },

    async claimNext(request) {
      const [task = null] = await claimUpTo(1, request);
      return task;
    },

    claimUpTo,

    async release(claim, reason, now) {
      return connection.writeAheadOfDisk(() => {
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

    // Neither waits for the disk: after a loss of power no worker is left, and a claim is taken back whatever they say.
    async markRunning(claim, at, now) {
      return connection.writeUnsynced(() => {
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
      return connection.writeUnsynced(() =>
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
