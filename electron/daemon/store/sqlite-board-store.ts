import type { Card, SessionCard } from '../../../shared/board.ts';
import type { TaskListInput } from '../../../shared/contract.ts';
import { nodeStateOf } from '../../../shared/lanes.ts';
import { sessionStateSchema } from '../../../shared/tasks.ts';
import { type ApprovalRow, openQuestionFromRow } from './approvals/approval-row.ts';
import type { Connection } from './connection.ts';
import { firstLine } from './first-line.ts';
import { rowsByIdPrefix } from './lookup.ts';
import { runCardsOf } from './runs/run-cards.ts';
import type { BoardStore } from './store.ts';
import { type TaskRow, taskFromRow } from './tasks/task-row.ts';

const DIGEST_LENGTH = 600;

type CardRow = TaskRow & { project_name: string | null; session_state: string | null };

type Changed = 'task' | 'session' | 'run';

interface SessionCardRow {
  id: string;
  revision: number;
  agent: string;
  title: string;
  project_id: string;
  project_name: string | null;
  state: string;
  task_id: string;
  owner_daemon: string;
  accepts_prompts: 0 | 1;
  is_conductor: 0 | 1;
  folder: string;
  branch: string | null;
  created_at: number;
}

/** What the board reads. Rows of both tables carry revisions from one counter, so a page is a cut through both. */
export function boardStore(connection: Connection, accountId: string): BoardStore {
  return {
    async changesSince(since, limit) {
      return connection.read(() => {
        const revision = revisionOf(connection);
        // What is committed besides tasks, as heartbeats are, changes nothing of it.
        if (revision <= since) {
          return { since, revision, cards: [], sessions: [], runs: [], more: false };
        }
        const changed = connection.all<{ kind: Changed; id: string; revision: number }>(
          // The plus keeps SQLite from an index by account, which would have every row of it read and sorted.
          `SELECT * FROM (SELECT 'task' AS kind, id, revision FROM dispatch_tasks
                          WHERE revision > (SELECT @since) AND +account_id = @accountId
                          ORDER BY revision LIMIT @limit + 1)
           UNION ALL
           SELECT * FROM (SELECT 'session' AS kind, id, revision FROM sessions
                          WHERE revision > (SELECT @since) AND +account_id = @accountId
                          ORDER BY revision LIMIT @limit + 1)
           UNION ALL
           SELECT * FROM (SELECT 'run' AS kind, id, revision FROM runs
                          WHERE revision > (SELECT @since) AND +account_id = @accountId
                          ORDER BY revision LIMIT @limit + 1)
           ORDER BY revision LIMIT @limit + 1`,
          { since, limit, accountId },
        );
        const more = changed.length > limit;
        const page = more ? changed.slice(0, limit) : changed;
        const ids = (kind: Changed) => page.filter((row) => row.kind === kind).map((row) => row.id);
        const cards = cardsOf(connection, accountId, JSON.stringify(ids('task')));
        // The attempts of a run are shown inside it.
        const runIds = cards.flatMap(({ runId }) => (runId === null ? [] : [runId]));
        const runs = runCardsOf(
          connection,
          accountId,
          JSON.stringify([...new Set([...ids('run'), ...runIds])]),
        );
        const known = new Set(runs.map((run) => run.id));
        return {
          since,
          revision: more ? (page.at(-1)?.revision ?? since) : revision,
          cards: cards.filter(({ runId }) => runId === null || !known.has(runId)),
          sessions: sessionsOf(connection, JSON.stringify(ids('session'))),
          runs,
          more,
        };
      });
    },

    async currentRevision() {
      return connection.read(() => revisionOf(connection));
    },

    async cardOf(taskId) {
      return connection.read(
        () => cardsOf(connection, accountId, JSON.stringify([taskId]))[0] ?? null,
      );
    },

    dataVersion: () => connection.dataVersion(),

    async auditOf(taskId) {
      return connection.read(() =>
        connection.all<{
          at: number;
          action: string;
          actor: string;
          generation: number | null;
          detail: string;
        }>(
          `SELECT at, action, actor, generation, detail FROM audit
           WHERE task_id = @taskId AND account_id = @accountId ORDER BY id`,
          { taskId, accountId },
        ),
      );
    },

    async list({ statuses = [], before, limit }) {
      // Written out rather than bound, so that the partial indexes of the open states apply. It is a closed set.
      const among = statuses.map((status) => `'${status}'`).join(', ');
      const condition = [
        among && `AND status IN (${among})`,
        // Runs list their attempts themselves.
        'AND (run_id IS NULL OR NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = run_id))',
      ].join(' ');
      return connection.read(() => {
        const page = newestIds(connection, accountId, 'dispatch_tasks', condition, before, limit);
        return {
          tasks: cardsOf(connection, accountId, page.ids).sort(newestFirst),
          more: page.more,
        };
      });
    },

    async listSessions({ ended, before, limit }) {
      const condition = ended ? '' : `AND state <> 'ended'`;
      return connection.read(() => {
        const page = newestIds(connection, accountId, 'sessions', condition, before, limit);
        return { sessions: sessionsOf(connection, page.ids).sort(newestFirst), more: page.more };
      });
    },

    async findIds(of, prefix) {
      return connection.read(() => rowsByIdPrefix(connection, accountId, of, prefix));
    },

    async recentFolders(limit) {
      return connection.read(() =>
        connection
          .all<{ folder: string }>(
            'SELECT folder FROM projects WHERE account_id = @accountId ORDER BY used_at DESC LIMIT @limit',
            { accountId, limit },
          )
          .map((row) => row.folder),
      );
    },
  };
}

function revisionOf(connection: Connection): number {
  return connection.first<{ revision: number }>('SELECT revision FROM board')?.revision ?? 0;
}

/** The newest rows of a table before one of them, as a JSON list of ids, and whether there are more. */
function newestIds(
  connection: Connection,
  accountId: string,
  table: 'dispatch_tasks' | 'sessions',
  condition: string,
  before: TaskListInput['before'],
  limit: number,
): { readonly ids: string; readonly more: boolean } {
  const found = connection.all<{ id: string }>(
    `SELECT id FROM ${table}
     WHERE account_id = @accountId ${condition}
       AND (@createdAt IS NULL OR (created_at, id) < (@createdAt, @beforeId))
     ORDER BY created_at DESC, id DESC LIMIT @limit + 1`,
    { accountId, createdAt: before?.createdAt ?? null, beforeId: before?.id ?? null, limit },
  );
  return {
    ids: JSON.stringify(found.slice(0, limit).map(({ id }) => id)),
    more: found.length > limit,
  };
}

function newestFirst(
  one: { readonly id: string; readonly createdAt: number },
  other: { readonly id: string; readonly createdAt: number },
): number {
  return other.createdAt - one.createdAt || (other.id < one.id ? -1 : 1);
}

function cardsOf(connection: Connection, accountId: string, ids: string): Card[] {
  const questions = new Map<string, ApprovalRow>();
  for (const row of connection.all<ApprovalRow>(
    `SELECT * FROM approvals WHERE status = 'open' AND task_id IN (SELECT value FROM json_each(@ids))
     ORDER BY asked_at DESC, id DESC`,
    { ids },
  )) {
    questions.set(row.task_id, row);
  }
  return connection
    .all<CardRow>(
      `SELECT task.*, projects.name AS project_name, sessions.state AS session_state
       FROM dispatch_tasks AS task
       LEFT JOIN projects ON projects.account_id = task.account_id AND projects.id = task.project_id
       LEFT JOIN sessions ON sessions.id = task.worker_session_id
       WHERE +task.account_id = @accountId AND task.id IN (SELECT value FROM json_each(@ids))
       ORDER BY task.revision`,
      { accountId, ids },
    )
    .map((row) => cardFromRow(row, questions.get(row.id)));
}

function cardFromRow(row: CardRow, asked: ApprovalRow | undefined): Card {
  const task = taskFromRow(row);
  const sessionState =
    row.session_state === null ? null : sessionStateSchema.parse(row.session_state);
  return {
    id: task.id,
    revision: row.revision,
    kind: task.kind,
    shape: task.shape,
    status: task.status,
    state: nodeStateOf(task.status, sessionState, asked !== undefined),
    title: firstLine(task.prompt),
    agent: task.agent,
    profile: task.profile,
    projectId: task.projectId,
    projectName: row.project_name ?? task.projectId,
    branch: task.branch,
    attempts: task.attempts,
    failureLimit: task.failureLimit,
    generation: task.generation,
    ownerDaemon: task.ownerDaemon,
    runId: task.runId,
    sessionId: task.workerSessionId,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    startedAt: task.startedAt,
    settledAt: task.settledAt,
    heldUntil: task.heldUntil,
    notBefore: task.notBefore,
    error: task.error,
    digest: task.digest?.slice(0, DIGEST_LENGTH) ?? null,
    question: asked === undefined ? null : openQuestionFromRow(asked),
    dismissedBy: task.dismissedBy,
  };
}

function sessionsOf(connection: Connection, ids: string): SessionCard[] {
  return connection
    .all<SessionCardRow>(
      `SELECT sessions.*, projects.name AS project_name,
              coalesce(projects.conductor_session = sessions.id AND sessions.state <> 'ended', 0) AS is_conductor
       FROM sessions
       LEFT JOIN projects ON projects.account_id = sessions.account_id AND projects.id = sessions.project_id
       WHERE sessions.id IN (SELECT value FROM json_each(@ids)) ORDER BY sessions.revision`,
      { ids },
    )
    .map((row) => ({
      id: row.id,
      revision: row.revision,
      agent: row.agent,
      title: firstLine(row.title),
      projectId: row.project_id,
      projectName: row.project_name ?? row.project_id,
      state: sessionStateSchema.parse(row.state),
      taskId: row.task_id,
      ownerDaemon: row.owner_daemon,
      acceptsPrompts: row.accepts_prompts === 1,
      isConductor: row.is_conductor === 1,
      folder: row.folder,
      branch: row.branch,
      createdAt: row.created_at,
    }));
}
