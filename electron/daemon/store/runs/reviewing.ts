import { isOnTheForge } from '../../../../shared/pulls.ts';
import { runEndReasonSchema, runStatusSchema } from '../../../../shared/runs.ts';
import type { Connection } from '../connection.ts';
import { findPullRow, pullFromRow } from '../pulls/pull-row.ts';
import type { DaemonIdentity } from '../store.ts';
import { advanceRunIf, planAttempt } from './attempting.ts';
import { endRun } from './end-run.ts';
import { recordRunAudit } from './run-audit.ts';
import { findRunRow } from './run-row.ts';
import type { RunNotReady, RunStore } from './run-store.ts';

type ReviewingMethods = Pick<
  RunStore,
  | 'stopIfWorking'
  | 'requestChangesIfEnded'
  | 'beginMergeIfEnded'
  | 'endMergeIfMerging'
  | 'markMergedIfMerging'
  | 'markMergedIfEnded'
  | 'discardIfEnded'
  | 'markRemovedIfSettled'
>;

/** What is on the forge is settled there; what is approved there is continued with fresh facts. */
const NOT_ON_THE_FORGE = `NOT EXISTS (
  SELECT 1 FROM run_pulls WHERE run_id = runs.id
    AND run_pulls.status IN ('publishing', 'open', 'merge_ready', 'continuing', 'merging'))`;
const NOT_APPROVED_THERE = `NOT EXISTS (
  SELECT 1 FROM run_pulls WHERE run_id = runs.id
    AND run_pulls.status IN ('publishing', 'merge_ready', 'merging'))`;
/** Nobody pushes what it had so far at this moment. */
const NOT_RESERVED = `NOT EXISTS (
  SELECT 1 FROM pull_owners WHERE owner_run = runs.id AND reservation_expires_at > @now)`;

/** What a person does with a run: stop it, and settle what it made. */
export function reviewing(connection: Connection, accountId: string): ReviewingMethods {
  return {
    async stopIfWorking(id, me, actor, now) {
      return connection.write(() => {
        const row = advanceRunIf(
          connection,
          accountId,
          id,
          me,
          `status = 'working' AND stopped_by IS NULL`,
          now,
        );
        if (row === undefined) return whyNotInStatus(connection, accountId, id, me);
        connection.run('UPDATE runs SET stopped_by = @actor WHERE id = @id', { id, actor });
        recordRunAudit(connection, row, 'run.stopped', actor, `Stopped by ${actor}.`, now);
        const planned = connection.run(
          `UPDATE run_attempts SET phase = 'decided', outcome = 'cancelled'
           WHERE run_id = @id AND phase = 'planned'`,
          { id },
        );
        if (planned > 0) {
          endRun(connection, row, 'stopped', `Stopped by ${actor}.`, actor, now);
          return { outcome: 'run_stopping' };
        }
        const open = connection.first<{ task_id: string }>(
          `SELECT task_id FROM run_attempts WHERE run_id = @id AND phase = 'enqueued'`,
          { id },
        );
        return { outcome: 'run_stopping', ...(open && { taskId: open.task_id }) };
      });
    },

    async requestChangesIfEnded(id, attempt, me, actor, now) {
      return connection.write(() => {
        const row = advanceRunIf(
          connection,
          accountId,
          id,
          me,
          `status = 'ended' AND ${NOT_APPROVED_THERE} AND ${NOT_RESERVED}`,
          now,
        );
        if (row === undefined) return whyNotReady(connection, accountId, id, me);
        connection.run(
          `UPDATE runs SET status = 'working', end_reason = NULL, end_detail = NULL, ended_at = NULL, stopped_by = NULL,
                           round = round + 1
           WHERE id = @id`,
          { id },
        );
        recordRunAudit(
          connection,
          row,
          'run.changes_requested',
          actor,
          `Changes requested by ${actor}.`,
          now,
        );
        const ordinal = planAttempt(connection, { ...row, round: row.round + 1 }, attempt, now);
        return { outcome: 'attempt_planned', ordinal };
      });
    },

    async beginMergeIfEnded(id, merge, me, actor, now) {
      return connection.write(() => {
        const row = advanceRunIf(
          connection,
          accountId,
          id,
          me,
          `status = 'ended' AND ${NOT_ON_THE_FORGE}`,
          now,
        );
        if (row === undefined) return whyNotReady(connection, accountId, id, me);
        connection.run(
          `UPDATE runs SET status = 'merging', merge_base_commit = @baseCommit, merge_commit = @commit,
                           head_commit = @headCommit
           WHERE id = @id`,
          { id, ...merge },
        );
        recordRunAudit(
          connection,
          row,
          'run.merging',
          actor,
          `Merging ${merge.commit.slice(0, 12)} into ${row.base_branch}.`,
          now,
        );
        return { outcome: 'merging' };
      });
    },

    async endMergeIfMerging(id, reason, me, now) {
      return connection.write(() => {
        const row = advanceRunIf(connection, accountId, id, me, `status = 'merging'`, now);
        if (row === undefined) return false;
        connection.run(
          `UPDATE runs SET status = 'ended', merge_base_commit = NULL, merge_commit = NULL WHERE id = @id`,
          { id },
        );
        recordRunAudit(connection, row, 'run.merge_refused', me.owner, reason, now);
        return true;
      });
    },

    async markMergedIfMerging(id, me, now) {
      return connection.write(() => {
        const row = advanceRunIf(connection, accountId, id, me, `status = 'merging'`, now);
        if (row === undefined) return false;
        connection.run(`UPDATE runs SET status = 'merged' WHERE id = @id`, { id });
        const detail = `Merged into ${row.base_branch}.`;
        recordRunAudit(connection, row, 'run.merged', me.owner, detail, now);
        return true;
      });
    },

    async markMergedIfEnded(id, me, now) {
      return connection.write(() => {
        const row = advanceRunIf(connection, accountId, id, me, `status = 'ended'`, now);
        if (row === undefined) return false;
        connection.run(`UPDATE runs SET status = 'merged' WHERE id = @id`, { id });
        const detail = `Its work is in ${row.base_branch}: merged outside of Fleetboard.`;
        recordRunAudit(connection, row, 'run.merged', me.owner, detail, now);
        return true;
      });
    },

    async markRemovedIfSettled(id, me, now) {
      return connection.write(() => {
        const settled = `status IN ('merged', 'discarded') AND removed_at IS NULL`;
        const row = advanceRunIf(connection, accountId, id, me, settled, now);
        if (row === undefined) return false;
        connection.run('UPDATE runs SET removed_at = @now WHERE id = @id', { id, now });
        return true;
      });
    },

    async discardIfEnded(id, me, actor, now) {
      return connection.write(() => {
        const row = advanceRunIf(
          connection,
          accountId,
          id,
          me,
          `status = 'ended' AND ${NOT_ON_THE_FORGE}`,
          now,
        );
        if (row === undefined) return whyNotReady(connection, accountId, id, me);
        connection.run(`UPDATE runs SET status = 'discarded', has_work = 0 WHERE id = @id`, { id });
        recordRunAudit(connection, row, 'run.discarded', actor, `Discarded by ${actor}.`, now);
        return { outcome: 'run_discarded' };
      });
    },
  };
}

/** Why a guarded write of a run changed nothing. To be called in the same transaction. */
function whyNotReady(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
): RunNotReady {
  const why = whyNotInStatus(connection, accountId, id, me);
  const row = findPullRow(connection, accountId, id);
  const pull = row && pullFromRow(row);
  const isThere = pull !== undefined && isOnTheForge(pull);
  return why.outcome === 'run_not_ready' && why.status === 'ended' && isThere
    ? { outcome: 'pull_open', url: pull.url ?? pull.repository }
    : why;
}

function whyNotInStatus(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
): Exclude<RunNotReady, { outcome: 'pull_open' }> {
  const row = findRunRow(connection, accountId, id);
  if (row === undefined) return { outcome: 'not_found' };
  if (row.owner_daemon !== me.owner) {
    return { outcome: 'not_owner', ownerDaemon: row.owner_daemon };
  }
  return {
    outcome: 'run_not_ready',
    status: runStatusSchema.parse(row.status),
    endReason: runEndReasonSchema.nullable().parse(row.end_reason),
  };
}
