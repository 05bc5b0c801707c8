import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { orderedId } from '../../../electron/daemon/ordered-id.ts';
import type { QueueContender, QueuedTask } from './queue-contender.ts';

/**
 * What the same writes cost at least: the statements of the queue prepared by hand once, `WHERE id` alone, no guard,
 * no outcome, no retry. The same rows in the same tables in the same number of transactions.
 */
export function bareFloor(database: Database.Database, owner: string): QueueContender {
  const bootId = randomUUID();
  const project = database.prepare(
    `INSERT INTO projects (id, account_id, name, folder, created_at, used_at) VALUES (@project, 'local', @project, '/', @now, @now)
     ON CONFLICT (account_id, id) DO UPDATE SET used_at = excluded.used_at, name = excluded.name
       WHERE excluded.used_at NOT BETWEEN used_at AND used_at + 999 OR name <> excluded.name`,
  );
  const task = database.prepare(
    `INSERT INTO dispatch_tasks (id, account_id, project_id, kind, shape, target_session, workdir, prompt, provider,
       profile, status, failure_limit, created_by, created_at, updated_at, owner_daemon, run_id, attempt_id, generation, revision)
     VALUES (@id, 'local', @project, 'spawn', 'scout', NULL, '/', @id, 'command', 'careful', 'queued', 2, 'bench',
       @now, @now, @owner, NULL, NULL, 0, (SELECT revision + 1 FROM board))`,
  );
  const audit = database.prepare(
    `INSERT INTO audit (account_id, project_id, task_id, action, actor, generation, detail, at)
     VALUES ('local', @project, @id, @action, @owner, @generation, @detail, @now)`,
  );
  const oldest = database.prepare<unknown[], { id: string }>(
    `SELECT id FROM dispatch_tasks WHERE account_id = 'local' AND owner_daemon = (SELECT @owner)
       AND project_id = (SELECT @project) AND status = 'queued' AND (kind = 'send') = 0 ORDER BY created_at, id LIMIT 1`,
  );
  const claim = database.prepare<unknown[], { id: string; generation: number; prompt: string }>(
    `UPDATE dispatch_tasks SET status = 'claimed', generation = generation + 1, claim_owner = @bootId, claimed_at = @now,
       owner_daemon = @owner, not_before = NULL, updated_at = @now, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id RETURNING *`,
  );
  const running = database.prepare(
    `UPDATE dispatch_tasks SET status = 'running', worker_session_id = @sessionId, work_folder = '/', branch = NULL,
       started_at = @now, updated_at = @now, revision = (SELECT revision + 1 FROM board) WHERE id = @id`,
  );
  const complete = database.prepare(
    `UPDATE dispatch_tasks SET status = 'done', result_digest = 'done', error = NULL, error_code = NULL,
       error_next_step = NULL, claim_owner = NULL, claimed_at = NULL, settled_at = @now, updated_at = @now,
       revision = (SELECT revision + 1 FROM board) WHERE id = @id`,
  );
  const event = database.prepare(
    `INSERT INTO dispatch_events (id, account_id, project_id, task_id, type, digest, created_at, position)
     VALUES (@eventId, 'local', @project, @id, 'task.done', 'done', @now,
             (SELECT coalesce(max(position), 0) + 1 FROM dispatch_events))`,
  );
  const immediate = <Argument, Result>(work: (argument: Argument) => Result) =>
    database.transaction(work).immediate;

  const write = {
    enqueue: immediate(({ id, project: projectId }: QueuedTask) => {
      const now = Date.now();
      project.run({ project: projectId, now });
      task.run({ id, project: projectId, owner, now });
      audit.run({
        project: projectId,
        id,
        action: 'dispatch.enqueued',
        owner,
        generation: 0,
        detail: 'Queued.',
        now,
      });
    }),
    claim: immediate((projectId: string) => {
      const now = Date.now();
      const head = oldest.get({ owner, project: projectId });
      if (head === undefined) return undefined;
      const row = claim.get({ id: head.id, owner, bootId, now });
      if (row === undefined) return undefined;
      const { id, generation } = row;
      audit.run({
        project: projectId,
        id,
        action: 'dispatch.claimed',
        owner,
        generation,
        detail: 'Claimed.',
        now,
      });
      return { id, generation, project: projectId };
    }),
    markRunning: immediate(
      ({ id, project: projectId, generation }: QueuedTask & { generation: number }) => {
        const now = Date.now();
        running.run({ id, sessionId: `session-of-${id}`, now });
        audit.run({
          project: projectId,
          id,
          action: 'dispatch.running',
          owner,
          generation,
          detail: 'Started.',
          now,
        });
      },
    ),
    complete: immediate(
      ({ id, project: projectId, generation }: QueuedTask & { generation: number }) => {
        const now = Date.now();
        complete.run({ id, now });
        audit.run({
          project: projectId,
          id,
          action: 'dispatch.completed',
          owner,
          generation,
          detail: 'Done.',
          now,
        });
        event.run({ eventId: orderedId(), project: projectId, id, now });
      },
    ),
  };
  return {
    enqueue: write.enqueue,
    claim: write.claim,
    markRunning: write.markRunning,
    complete: write.complete,
    close: () => database.close(),
  };
}
