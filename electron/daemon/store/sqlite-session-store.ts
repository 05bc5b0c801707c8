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
  agent_session_id: string | null;
}

/**
 * Sessions and the operating-system processes behind them. None of them outlives a loss of power, so nothing that is
 * said of them here waits for the disk.
 */
export function sessionStore(connection: Connection, accountId: string): SessionStore {
  return {
    async begin(session, me, now) {
      await connection.writeUnsynced(() => {
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
      return connection.writeUnsynced(() => {
        const changed = connection.run(
          `UPDATE sessions SET state = @state, revision = (SELECT revision + 1 FROM board)
           WHERE id = @id AND account_id = @accountId AND state <> 'ended' AND state <> @state`,
          { id, accountId, state },
        );
        if (changed > 0) advanceCardsOf(connection, id);
        return changed > 0;
      });
    },

    async setTaskIfLive(id, taskId) {
      return connection.writeUnsynced(
        () =>
          connection.run(
            `UPDATE sessions SET task_id = @taskId, revision = (SELECT revision + 1 FROM board)
             WHERE id = @id AND account_id = @accountId AND state <> 'ended'`,
            { id, accountId, taskId },
          ) > 0,
      );
    },

    async setAgentSession(id, agentSessionId) {
      await connection.writeUnsynced(() => {
        connection.run(
          'UPDATE sessions SET agent_session_id = @agentSessionId WHERE id = @id AND account_id = @accountId',
          { id, agentSessionId, accountId },
        );
      });
    },

    async endIfLive(id, now) {
      return connection.writeUnsynced(() => endIfLive(connection, accountId, id, now));
    },

    async endOfEarlierBoots(me, now) {
      return connection.writeUnsynced(() => {
        const left = connection.all<{ id: string }>(
          `SELECT id FROM sessions
           WHERE account_id = @accountId AND owner_daemon = @owner AND boot_id <> @bootId AND state <> 'ended'`,
          { accountId, ...me },
        );
        for (const { id } of left) endIfLive(connection, accountId, id, now);
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
      await connection.writeUnsynced(() => {
        connection.run(
          `INSERT OR REPLACE INTO worker_processes (session_id, owner_daemon, boot_id, pid, started_token, recorded_at)
           VALUES (@sessionId, @owner, @bootId, @pid, @startedToken, @now)`,
          { ...process, ...me, now },
        );
      });
    },

    async forgetProcess(sessionId) {
      await connection.writeUnsynced(() => {
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

function endIfLive(connection: Connection, accountId: string, id: string, now: number): boolean {
  const ended = connection.run(
    `UPDATE sessions SET state = 'ended', ended_at = @now, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND state <> 'ended'`,
    { id, accountId, now },
  );
  if (ended > 0) advanceCardsOf(connection, id);
  return ended > 0;
}

/** The state of a card follows its session's, so the board must get the card again. Row by row: a revision is one row's. */
function advanceCardsOf(connection: Connection, sessionId: string): void {
  for (const { id } of connection.all<{ id: string }>(
    `SELECT id FROM dispatch_tasks WHERE worker_session_id = @sessionId AND status IN ('claimed', 'running')`,
    { sessionId },
  )) {
    connection.run(
      'UPDATE dispatch_tasks SET revision = (SELECT revision + 1 FROM board) WHERE id = @id',
      { id },
    );
  }
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
    agentSessionId: row.agent_session_id,
  };
}
