import { sessionStateSchema } from '../../../shared/tasks.ts';
import type { Connection } from './connection.ts';
import type { SharedWrite } from './group-commit.ts';
import { ItemStatement } from './item-statement.ts';
import { showSessionStates } from './show-session-state.ts';
import type { DaemonIdentity, NewSession, Session, SessionStore } from './store.ts';

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
  const beginning = beginningOn(connection, accountId);
  const ending: SharedWrite<{ readonly id: string; readonly now: number }, void> = {
    keyOf: ({ id }) => id,
    perform(ends) {
      endLive(connection, accountId, ends);
      connection.run(
        'DELETE FROM worker_processes WHERE session_id IN (SELECT value FROM json_each(@ids))',
        { ids: JSON.stringify(ends.map(({ id }) => id)) },
      );
      return ends.map(() => undefined);
    },
  };

  return {
    async begin(session, me, now) {
      await connection.writeShared(beginning, { session, me, now }, 'ignored');
    },

    async setStateIfLive(id, state) {
      return connection.writeUnsynced(() => {
        const changed = showSessionStates(connection, accountId, [{ id, state }]);
        if (changed > 0) advanceCardsOf(connection, [id]);
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
      return connection.writeUnsynced(() => endLive(connection, accountId, [{ id, now }]) > 0);
    },

    async endWithProcess(id, now) {
      await connection.writeShared(ending, { id, now }, 'ignored');
    },

    async endOfEarlierBoots(me, now) {
      return connection.writeUnsynced(() => {
        const left = connection.all<{ id: string }>(
          `SELECT id FROM sessions
           WHERE account_id = @accountId AND owner_daemon = @owner AND boot_id <> @bootId AND state <> 'ended'`,
          { accountId, ...me },
        );
        endLive(
          connection,
          accountId,
          left.map(({ id }) => ({ id, now })),
        );
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

interface Beginning {
  readonly session: NewSession;
  readonly me: DaemonIdentity;
  readonly now: number;
}

/** A session that is written down late is shown as its task is by then. One that is there already is the same one. */
const BEGIN = new ItemStatement(
  [
    'id',
    'projectId',
    'owner',
    'bootId',
    'taskId',
    'agent',
    'title',
    'acceptsPrompts',
    'folder',
    'branch',
    'now',
  ],
  ({ item, rows, nth }) => `
    INSERT INTO sessions (id, account_id, project_id, owner_daemon, boot_id, task_id, agent, title, state,
                          accepts_prompts, folder, branch, created_at, revision)
    ${rows(
      `${item.id}, @accountId, ${item.projectId}, ${item.owner}, ${item.bootId}, ${item.taskId}, ${item.agent},
       ${item.title},
       coalesce((SELECT CASE status WHEN 'running' THEN 'working' WHEN 'held' THEN 'awaiting' END
                 FROM dispatch_tasks WHERE id = ${item.taskId} AND worker_session_id = ${item.id}), 'starting'),
       ${item.acceptsPrompts}, ${item.folder}, ${item.branch}, ${item.now},
       (SELECT revision + 1 FROM board)${nth}`,
    )}
    ON CONFLICT (id) DO NOTHING`,
);

function beginningOn(connection: Connection, accountId: string): SharedWrite<Beginning, void> {
  return {
    keyOf: ({ session }) => session.id,
    lengthOf: ({ session }) => session.title.length,
    perform(beginnings) {
      const items = beginnings.map(({ session, me, now }) => ({
        ...session,
        ...me,
        acceptsPrompts: session.acceptsPrompts ? 1 : 0,
        now,
      }));
      BEGIN.run(connection, items, { accountId });
      return beginnings.map(() => undefined);
    },
  };
}

const END_LIVE = new ItemStatement(
  ['id', 'now'],
  ({ item, from, nth }) => `
    UPDATE sessions AS session
    SET state = 'ended', ended_at = ${item.now}, revision = (SELECT revision + 1 FROM board)${nth}
    ${from}
    WHERE session.id = ${item.id} AND account_id = (SELECT @accountId) AND state <> 'ended'
    RETURNING id`,
);

/** How many of them were not over yet. */
function endLive(
  connection: Connection,
  accountId: string,
  ends: readonly { readonly id: string; readonly now: number }[],
): number {
  const ended = END_LIVE.all<{ id: string }>(connection, ends, { accountId });
  if (ended.length === 0) return 0;
  advanceCardsOf(
    connection,
    ended.map(({ id }) => id),
  );
  return ended.length;
}

/** The state of a card follows its session's, so the board must get the card again. Row by row: a revision is one row's. */
function advanceCardsOf(connection: Connection, sessionIds: readonly string[]): void {
  for (const { id } of connection.all<{ id: string }>(
    `SELECT id FROM dispatch_tasks
     WHERE worker_session_id IN (SELECT value FROM json_each(@sessionIds)) AND status IN ('claimed', 'running')`,
    { sessionIds: JSON.stringify(sessionIds) },
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
