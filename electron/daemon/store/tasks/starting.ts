import { recordAudits } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { SharedWrite } from '../group-commit.ts';
import type { MarkRunningOutcome, RunningAt, TaskClaim } from '../store.ts';
import { notHeld } from './claiming.ts';
import type { TaskRow } from './task-row.ts';

interface Start {
  readonly claim: TaskClaim;
  readonly at: RunningAt;
  readonly now: number;
}

type StartedRow = Pick<
  TaskRow,
  'id' | 'account_id' | 'project_id' | 'generation' | 'owner_daemon' | 'status'
>;

/** Claimed tasks get their worker: they run, or wait with it where they were held meanwhile. */
export function startingOn(
  connection: Connection,
  accountId: string,
): SharedWrite<Start, MarkRunningOutcome> {
  return {
    keyOf: ({ claim }) => claim.id,
    perform(starts) {
      const rows = new Map(
        startHeldOrClaimed(connection, accountId, starts).map((row) => [row.id, row]),
      );
      const started = starts.flatMap(({ claim, at, now }) => {
        const row = rows.get(claim.id);
        return row === undefined ? [] : [{ row, at, now }];
      });
      showSessions(
        connection,
        accountId,
        started.map(({ row, at }) => [at.sessionId, isHeld(row) ? 'awaiting' : 'working']),
      );
      recordAudits(
        connection,
        started.flatMap(({ row, now }) =>
          isHeld(row)
            ? []
            : [
                {
                  row,
                  action: 'dispatch.running',
                  actor: row.owner_daemon ?? '',
                  detail: 'Started.',
                  at: now,
                },
              ],
        ),
      );
      return starts.map(({ claim }) => {
        const row = rows.get(claim.id);
        if (row === undefined) return notHeld(connection, accountId, claim.id);
        return { outcome: isHeld(row) ? 'held' : 'running' };
      });
    },
  };
}

function isHeld(row: StartedRow): boolean {
  return row.status === 'held';
}

function startHeldOrClaimed(
  connection: Connection,
  accountId: string,
  starts: readonly Start[],
): readonly StartedRow[] {
  // `+`: rows are found by their ids, whatever other indexes have to offer.
  return connection.all<StartedRow>(
    `UPDATE dispatch_tasks AS task
     SET status = CASE status WHEN 'held' THEN 'held' ELSE 'running' END,
         worker_session_id = item.value ->> 2, work_folder = item.value ->> 3, branch = item.value ->> 4,
         started_at = coalesce(started_at, item.value ->> 5), updated_at = item.value ->> 5,
         revision = (SELECT revision + 1 FROM board) + item.key
     FROM jsonb_each(@items) AS item
     WHERE task.id = item.value ->> 0 AND +account_id = @accountId AND generation = item.value ->> 1
       AND +status IN ('claimed', 'running', 'held')
     RETURNING id, account_id, project_id, generation, owner_daemon, status`,
    {
      accountId,
      items: JSON.stringify(
        starts.map(({ claim, at, now }) => [
          claim.id,
          claim.generation,
          at.sessionId,
          at.workFolder,
          at.branch,
          now,
        ]),
      ),
    },
  );
}

/** The sessions of tasks that start. Their cards are newer on the board already. */
function showSessions(
  connection: Connection,
  accountId: string,
  states: readonly (readonly [id: string, state: 'working' | 'awaiting'])[],
): void {
  if (states.length === 0) return;
  connection.run(
    `UPDATE sessions AS session
     SET state = item.value ->> 1, revision = (SELECT revision + 1 FROM board) + item.key
     FROM jsonb_each(@states) AS item
     WHERE session.id = item.value ->> 0 AND account_id = (SELECT @accountId)
       AND state <> 'ended' AND state <> item.value ->> 1`,
    { accountId, states: JSON.stringify(states) },
  );
}
