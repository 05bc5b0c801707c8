import { recordAudits } from '../audit.ts';
import type { Connection } from '../connection.ts';
import type { SharedWrite } from '../group-commit.ts';
import { ItemStatement } from '../item-statement.ts';
import { sessionBecomes, showSessionStates } from '../show-session-state.ts';
import type { MarkRunningOutcome, RunningAt, TaskClaim } from '../store.ts';
import { notHeld } from './not-held.ts';
import type { TaskRow } from './task-row.ts';

interface Start {
  readonly claim: TaskClaim;
  readonly at: RunningAt;
  readonly now: number;
}

interface StartedRow
  extends Pick<
    TaskRow,
    'id' | 'account_id' | 'project_id' | 'generation' | 'owner_daemon' | 'status'
  > {
  /** What its session is to show, where that is not what it shows. */
  session_becomes: 'awaiting' | 'working' | null;
}

/** Claimed tasks get their worker: they run, or wait with it where they were held meanwhile. */
export function startingOn(
  connection: Connection,
  accountId: string,
): SharedWrite<Start, MarkRunningOutcome> {
  return {
    keyOf: ({ claim }) => claim.id,
    perform(starts) {
      const items = starts.map(({ claim, at, now }) => ({
        id: claim.id,
        generation: claim.generation,
        sessionId: at.sessionId,
        workFolder: at.workFolder,
        branch: at.branch,
        now,
      }));
      const rows = new Map(
        START_HELD_OR_CLAIMED.all<StartedRow>(connection, items, { accountId }).map((row) => [
          row.id,
          row,
        ]),
      );
      const started = starts.flatMap(({ claim, at, now }) => {
        const row = rows.get(claim.id);
        return row === undefined ? [] : [{ row, at, now }];
      });
      // Their cards are newer on the board already.
      showSessionStates(
        connection,
        accountId,
        started.flatMap(({ row, at }) =>
          row.session_becomes === null ? [] : [{ id: at.sessionId, state: row.session_becomes }],
        ),
      );
      recordAudits(
        connection,
        started
          .filter(({ row }) => !isHeld(row))
          .map(({ row, now }) => ({
            row,
            action: 'dispatch.running',
            actor: row.owner_daemon ?? '',
            detail: 'Started.',
            at: now,
          })),
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

// `+`: rows are found by their ids, whatever other indexes have to offer.
const START_HELD_OR_CLAIMED = new ItemStatement(
  ['id', 'generation', 'sessionId', 'workFolder', 'branch', 'now'],
  ({ item, from, nth }) => `
    UPDATE dispatch_tasks AS task
    SET status = CASE status WHEN 'held' THEN 'held' ELSE 'running' END,
        worker_session_id = ${item.sessionId}, work_folder = ${item.workFolder}, branch = ${item.branch},
        started_at = coalesce(started_at, ${item.now}), updated_at = ${item.now},
        revision = (SELECT revision + 1 FROM board)${nth}
    ${from}
    WHERE task.id = ${item.id} AND +account_id = @accountId AND generation = ${item.generation}
      AND +status IN ('claimed', 'running', 'held')
    RETURNING id, account_id, project_id, generation, owner_daemon, status,
      ${sessionBecomes(`CASE status WHEN 'held' THEN 'awaiting' ELSE 'working' END`)}`,
);
