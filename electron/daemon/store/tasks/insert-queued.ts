import { recordAudit } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { DaemonIdentity, NewTask, Task } from '../store.ts';

const INSERT = `
  INSERT INTO dispatch_tasks (
    id, account_id, project_id, kind, shape, target_session, workdir, prompt, provider, profile,
    status, failure_limit, created_by, created_at, updated_at, owner_daemon, run_id, attempt_id,
    generation, revision)
  VALUES (
    @id, @accountId, @projectId, @kind, @shape, @targetSession, @folder, @prompt, @agent, @profile,
    'queued', @failureLimit, @createdBy, @now, @now, @owner, @runId, @attemptId,
    0, (SELECT revision + 1 FROM board))`;

/** What every queued task has in common. Not read back: RETURNING is a fifth of the work. */
const NOT_BEGUN = {
  status: 'queued',
  attempts: 0,
  generation: 0,
  notBefore: null,
  claimOwner: null,
  claimedAt: null,
  workerSessionId: null,
  workFolder: null,
  branch: null,
  digest: null,
  error: null,
  startedAt: null,
  settledAt: null,
  heldUntil: null,
  dismissedBy: null,
  isDelivery: false,
  parkedMs: 0,
} as const;

/** Puts a task into the queue, in the caller's transaction. */
export function insertQueued(
  connection: Connection,
  accountId: string,
  task: NewTask,
  me: DaemonIdentity,
  now: number,
): Task {
  const { runId = null, attemptId = null } = task;
  connection.run(INSERT, { ...task, runId, attemptId, accountId, owner: me.owner, now });
  const row = { id: task.id, account_id: accountId, project_id: task.projectId, generation: 0 };
  recordAudit(connection, row, 'dispatch.enqueued', task.createdBy, 'Queued.', now);
  connection.tellQueued();
  return {
    ...task,
    ...{ accountId, runId, attemptId, ownerDaemon: me.owner, createdAt: now, updatedAt: now },
    ...NOT_BEGUN,
  };
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
