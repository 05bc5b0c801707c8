import { sessionStateSchema } from '../../../shared/tasks.ts';
import type { Connection } from './connection.ts';
import type { Session, SessionStore } from './store.ts';

interface SessionRow {
  id: string;
  project_id: string;
  owner_daemon: string;
  boot_id: string;
  task_id: string;
  agent: string;
  title: string;
  state: string;
  accepts_prompts: 0 | 1;
  folder: string;
  branch: string | null;
  created_at: number;
}

/** Sessions and the operating-system processes behind them. */
export function sessionStore(connection: Connection, accountId: string): SessionStore {
  return {
    async begin(session, me, now) {
      await connection.write(() => {
        connection.run(
          `INSERT INTO sessions (id, account_id, project_id, owner_daemon, boot_id, task_id, agent, title, state,
                                 accepts_prompts, folder, branch, created_at, revision)
           VALUES (@id, @accountId, @projectId, @owner, @bootId, @taskId, @agent, @title, 'starting',
                   @acceptsPrompts, @folder, @branch, @now, (SELECT revision + 1 FROM board))`,
          {
            ...session,
            acceptsPrompts: session.acceptsPrompts ? 1 : 0,
            accountId,
            ...me,
            now,
          },
        );
      });
    },

    async setStateIfLive(id, state) {
      return connection.write(
        () =>
          connection.run(
            `UPDATE sessions SET state = @state, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND state <> 'ended' AND state <> @state`,
            { id, state },
          ) > 0,
      );
    },

    async setTaskIfLive(id, taskId) {
      return connection.write(
        () =>
          connection.run(
            `UPDATE sessions SET task_id = @taskId, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND state <> 'ended'`,
            { id, taskId },
          ) > 0,
      );
    },

    async endIfLive(id, now) {
      return connection.write(
        () =>
          connection.run(
            `UPDATE sessions SET state = 'ended', ended_at = @now, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND state <> 'ended'`,
            { id, now },
          ) > 0,
      );
    },

    async endOfEarlierBoots(me, now) {
      return connection.write(() => {
        const left = connection.all<{ id: string }>(
          `SELECT id FROM sessions WHERE owner_daemon = @owner AND boot_id <> @bootId AND state <> 'ended'`,
          { ...me },
        );
        for (const { id } of left) {
          connection.run(
            `UPDATE sessions SET state = 'ended', ended_at = @now, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND owner_daemon = @owner AND boot_id <> @bootId AND state <> 'ended'`,
            { id, ...me, now },
          );
        }
        return left.map(({ id }) => id);
      });
    },

    async find(id) {
      return connection.read(() => {
        const row = connection.first<SessionRow>(
          'SELECT * FROM sessions WHERE id = @id AND account_id = @accountId',
          { id, accountId },
        );
        return row === undefined ? null : sessionFromRow(row);
      });
    },

    async ofTask(taskId) {
      return connection.read(() =>
        connection
          .all<SessionRow>(
            `SELECT * FROM sessions
             WHERE account_id = @accountId
               AND (task_id = @taskId
                    OR id IN (SELECT worker_session_id FROM dispatch_tasks WHERE id = @taskId))
             ORDER BY created_at DESC, id DESC`,
            { taskId, accountId },
          )
          .map(sessionFromRow),
      );
    },

    async recordProcess(process, me, now) {
      await connection.write(() => {
        connection.run(
          `INSERT OR REPLACE INTO worker_processes (session_id, owner_daemon, boot_id, pid, started_token, recorded_at)
           VALUES (@sessionId, @owner, @bootId, @pid, @startedToken, @now)`,
          { ...process, ...me, now },
        );
      });
    },

    async forgetProcess(sessionId) {
      await connection.write(() => {
        connection.run('DELETE FROM worker_processes WHERE session_id = @sessionId', { sessionId });
      });
    },

    async processesOf(owner) {
      return connection.read(() =>
        connection
          .all<{ session_id: string; pid: number; started_token: string }>(
            'SELECT session_id, pid, started_token FROM worker_processes WHERE owner_daemon = @owner',
            { owner },
          )
          .map((row) => ({
            sessionId: row.session_id,
            pid: row.pid,
            startedToken: row.started_token,
          })),
      );
    },
  };
}

function sessionFromRow(row: SessionRow): Session {
  return {
    id: row.id,
    projectId: row.project_id,
    ownerDaemon: row.owner_daemon,
    bootId: row.boot_id,
    taskId: row.task_id,
    agent: row.agent,
    title: row.title,
    state: sessionStateSchema.parse(row.state),
    acceptsPrompts: row.accepts_prompts === 1,
    folder: row.folder,
    branch: row.branch,
    createdAt: row.created_at,
  };
}
