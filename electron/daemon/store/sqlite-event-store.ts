import type { DispatchEvent } from '../../../shared/dispatch-events.ts';
import { recordAudit } from './audit.ts';
import type { Connection } from './connection.ts';
import type { EventStore, WaitingEvents } from './store.ts';
import { findRow } from './tasks/find-row.ts';

const EVENT_COLUMNS = `position, id, project_id AS projectId, task_id AS taskId, type, digest,
  created_at AS createdAt, delivered_at AS deliveredAt`;

/** Nobody has told a conductor of these, and no send is on its way with them. Word by word as in `idx_events_waiting`. */
const WAITING = 'delivered_at IS NULL AND delivery_task_id IS NULL';

/** A conductor of this daemon that can be told something now. `(SELECT @x)`: with `@x` it is planned anew at every call. */
const IDLE_CONDUCTOR = `
  sessions.account_id = (SELECT @accountId) AND sessions.owner_daemon = (SELECT @owner)
  AND sessions.boot_id = (SELECT @bootId) AND sessions.state = 'idle' AND sessions.accepts_prompts = 1
  AND NOT EXISTS (SELECT 1 FROM dispatch_tasks
                  WHERE target_session = sessions.id AND status IN ('queued', 'claimed', 'running'))
  AND NOT EXISTS (SELECT 1 FROM dispatch_tasks
                  WHERE target_session = sessions.id AND is_delivery = 1
                    AND status IN ('failed', 'blocked') AND dismissed_at IS NULL)`;

export const FROM_IDLE_CONDUCTORS = `FROM projects JOIN sessions ON sessions.id = projects.conductor_session
  WHERE projects.conductor_session IS NOT NULL AND ${IDLE_CONDUCTOR}`;

/** Events to conductors. A delivery is an ordinary send, so it survives, retries and asks as every other send does. */
export function eventStore(connection: Connection, accountId: string): EventStore {
  return {
    async conduct(sessionId, conducts, me, now) {
      return connection.write(() => {
        const session = connection.first<SessionToConduct>(
          `SELECT project_id AS projectId, owner_daemon AS ownerDaemon, agent, accepts_prompts AS acceptsPrompts, state
           FROM sessions WHERE id = @sessionId AND account_id = @accountId`,
          { sessionId, accountId },
        );
        if (session === undefined) return { outcome: 'not_found' };
        if (session.ownerDaemon !== me.owner) {
          return { outcome: 'not_owner', ownerDaemon: session.ownerDaemon };
        }
        const project = { accountId, projectId: session.projectId };
        if (!conducts) {
          connection.run(
            `UPDATE projects SET conductor_session = NULL
             WHERE account_id = @accountId AND id = @projectId AND conductor_session = @sessionId`,
            { ...project, sessionId },
          );
          advanceSession(connection, sessionId);
          return { outcome: 'conducting_no_more' };
        }
        if (session.state === 'ended') return { outcome: 'session_ended' };
        if (session.acceptsPrompts === 0) {
          return { outcome: 'takes_no_prompts', agent: session.agent };
        }
        const before = connection.first<{ id: string | null }>(
          'SELECT conductor_session AS id FROM projects WHERE account_id = @accountId AND id = @projectId',
          project,
        );
        connection.run(
          `UPDATE projects SET conductor_session = @sessionId, used_at = @now
           WHERE account_id = @accountId AND id = @projectId`,
          { ...project, sessionId, now },
        );
        for (const id of new Set([before?.id ?? sessionId, sessionId])) {
          advanceSession(connection, id);
        }
        return { outcome: 'conducting' };
      });
    },

    async waiting(me, limit) {
      return connection.read(() =>
        connection
          .all<{ projectId: string; sessionId: string }>(
            `SELECT projects.id AS projectId, sessions.id AS sessionId
             ${FROM_IDLE_CONDUCTORS}
             ORDER BY projects.id`,
            { accountId, ...me },
          )
          .map((conductor) => waitingFor(connection, accountId, conductor, limit))
          .filter(({ events }) => events.length > 0),
      );
    },

    async deliverIfIdle(delivery, me, now) {
      return connection.write(() => {
        const parameters = { ...delivery, accountId, ...me, now };
        const enqueued = connection.run(
          `INSERT INTO dispatch_tasks (
             id, account_id, project_id, kind, shape, target_session, workdir, prompt, provider, profile,
             status, failure_limit, created_by, created_at, updated_at, owner_daemon, generation, is_delivery,
             revision)
           SELECT @taskId, @accountId, sessions.project_id, 'send', coalesce(made.shape, 'ship'), sessions.id,
                  coalesce(made.workdir, sessions.folder), @prompt, sessions.agent, coalesce(made.profile, 'careful'),
                  'queued', @failureLimit, @owner, @now, @now, @owner, 0, 1,
                  (SELECT revision + 1 FROM board)
           FROM sessions
           JOIN projects ON projects.account_id = @accountId AND projects.conductor_session = sessions.id
           LEFT JOIN dispatch_tasks AS made ON made.id = sessions.task_id
           WHERE sessions.id = @sessionId AND ${IDLE_CONDUCTOR}
             AND EXISTS (SELECT 1 FROM dispatch_events
                         WHERE account_id = @accountId AND project_id = sessions.project_id
                           AND position <= @upTo AND ${WAITING})`,
          parameters,
        );
        const row = enqueued > 0 ? findRow(connection, accountId, delivery.taskId) : undefined;
        if (row === undefined) return { outcome: 'not_ready' };
        const eventCount = connection.run(
          `UPDATE dispatch_events SET delivery_task_id = @taskId
           WHERE account_id = @accountId AND project_id = @projectId AND position <= @upTo AND ${WAITING}`,
          { taskId: row.id, accountId, projectId: row.project_id, upTo: delivery.upTo },
        );
        recordAudit(
          connection,
          row,
          'dispatch.enqueued',
          me.owner,
          'Queued for its conductor.',
          now,
        );
        return { outcome: 'enqueued', eventCount };
      });
    },

    async list(since, limit) {
      return connection.read(() => {
        const found = connection.all<DispatchEvent>(
          `SELECT ${EVENT_COLUMNS} FROM dispatch_events
           WHERE position > @since AND account_id = @accountId ORDER BY position LIMIT @limit + 1`,
          { since, accountId, limit },
        );
        const events = found.slice(0, limit);
        return {
          events,
          // Asked from beyond the end: where the end is.
          position: events.at(-1)?.position ?? Math.min(since, lastPosition(connection)),
          more: found.length > limit,
        };
      });
    },

    async latest(projectId, limit) {
      return connection.read(() =>
        connection.all<DispatchEvent>(
          `SELECT ${EVENT_COLUMNS} FROM dispatch_events
           WHERE account_id = @accountId AND project_id = @projectId
           ORDER BY position DESC LIMIT @limit`,
          { accountId, projectId, limit },
        ),
      );
    },

    async lastPosition() {
      return connection.read(() => lastPosition(connection));
    },
  };
}

function lastPosition(connection: Connection): number {
  const last = connection.first<{ position: number | null }>(
    'SELECT max(position) AS position FROM dispatch_events',
  );
  return last?.position ?? 0;
}

interface SessionToConduct {
  readonly projectId: string;
  readonly ownerDaemon: string;
  readonly agent: string;
  readonly acceptsPrompts: 0 | 1;
  readonly state: string;
}

function waitingFor(
  connection: Connection,
  accountId: string,
  conductor: { readonly projectId: string; readonly sessionId: string },
  limit: number,
): WaitingEvents {
  const project = { accountId, projectId: conductor.projectId };
  const events = connection.all<DispatchEvent>(
    `SELECT ${EVENT_COLUMNS} FROM dispatch_events
     WHERE account_id = @accountId AND project_id = @projectId AND ${WAITING}
     ORDER BY position LIMIT @limit`,
    { ...project, limit },
  );
  const all =
    events.length < limit
      ? events.length
      : connection.first<{ count: number }>(
          `SELECT count(*) AS count FROM dispatch_events
           WHERE account_id = @accountId AND project_id = @projectId AND ${WAITING}`,
          project,
        )?.count;
  return { ...conductor, events, furtherCount: (all ?? events.length) - events.length };
}

function advanceSession(connection: Connection, id: string): void {
  connection.run('UPDATE sessions SET revision = (SELECT revision + 1 FROM board) WHERE id = @id', {
    id,
  });
}
