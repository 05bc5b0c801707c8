import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { DaemonIdentity, NewTask, Task } from '../store.ts';
import { type TaskRow, taskFromRow } from './task-row.ts';

/** Puts a task into the queue, in the caller's transaction. */
export function insertQueued(
  connection: Connection,
  accountId: string,
  task: NewTask,
  me: DaemonIdentity,
  now: number,
): Task {
  const row = connection.first<TaskRow>(
    `INSERT INTO dispatch_tasks (
       id, account_id, project_id, kind, shape, target_session, workdir, prompt, provider, profile,
       status, failure_limit, created_by, created_at, updated_at, owner_daemon, run_id, attempt_id,
       generation, revision)
     VALUES (
       @id, @accountId, @projectId, @kind, @shape, @targetSession, @folder, @prompt, @agent, @profile,
       'queued', @failureLimit, @createdBy, @now, @now, @owner, @runId, @attemptId,
       0, (SELECT revision + 1 FROM board))
     RETURNING *`,
    { runId: null, attemptId: null, ...task, accountId, owner: me.owner, now },
  );
  if (row === undefined) throw new Error(`Task ${task.id} was not inserted.`);
  recordAudit(connection, row, 'dispatch.enqueued', task.createdBy, 'Queued.', now);
  connection.tellQueued();
  return taskFromRow(row);
}

/** Projects are listed by their last use; nobody sees which of two was used later within so little time. */
const SAME_USE_MS = 1_000;

/** The project of a task or a run that begins. */
export function keepProject(
  connection: Connection,
  accountId: string,
  project: { readonly id: string; readonly name: string; readonly folder: string },
  now: number,
): void {
  connection.run(
    `INSERT INTO projects (id, account_id, name, folder, created_at, used_at)
     VALUES (@id, @accountId, @name, @folder, @now, @now)
     ON CONFLICT (account_id, id) DO UPDATE SET used_at = excluded.used_at, name = excluded.name
       WHERE excluded.used_at NOT BETWEEN used_at AND used_at + @sameUseMs - 1 OR name <> excluded.name`,
    { ...project, accountId, now, sameUseMs: SAME_USE_MS },
  );
}
