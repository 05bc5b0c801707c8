import type { Connection } from '../connection.ts';
import { advanceRunIf, enqueueAttempt, planAttempt } from '../runs/attempting.ts';
import { LostComparison, orLost } from './lost-comparison.ts';
import { recordPullAudit, transferIfOwned, whyNotTransferred } from './owning.ts';
import { requireReplaced, requireRun } from './publishing.ts';
import type { PullStore } from './pull-store.ts';

/** Continuing what was merge-ready, and taking that back. */
export function continuing(
  connection: Connection,
  accountId: string,
): Pick<PullStore, 'continueIfUnchanged' | 'rollBackIfUnchanged'> {
  return {
    async continueIfUnchanged({ before, token, attempt }, me, actor, now) {
      return orLost(() =>
        connection.write(() => {
          const from = { runId: before.runId, unit: before.unit };
          const to = { runId: before.runId, unit: attempt.taskId };
          // The row first: whoever wrote a newer one has the better reason.
          const after = requireReplaced(
            connection,
            accountId,
            before,
            {
              ...before,
              status: 'continuing',
              approvedHead: null,
              unit: to.unit,
              continuedFrom: { ...before, continuedFrom: null },
            },
            now,
          );
          if (!transferIfOwned(connection, accountId, before, token, from, to, now)) {
            throw new LostComparison(whyNotTransferred(connection, accountId, before, from).race);
          }
          const run = advanceRunIf(
            connection,
            accountId,
            before.runId,
            me,
            `status = 'ended'`,
            now,
          );
          if (run === undefined) throw new LostComparison('run_changed');
          connection.run(
            `UPDATE runs SET status = 'working', end_reason = NULL, end_detail = NULL, ended_at = NULL, stopped_by = NULL,
                             round = round + 1
             WHERE id = @id`,
            { id: run.id },
          );
          const next = { ...run, round: run.round + 1 };
          const planned = { ...attempt, because: 'changes_requested', notBefore: now } as const;
          const ordinal = planAttempt(connection, next, planned, now);
          const task = enqueueAttempt(connection, accountId, next, ordinal, me, now);
          const detail = `Continued by ${actor}: attempt ${ordinal} owns pull request ${before.number}.`;
          recordPullAudit(connection, accountId, run.id, actor, detail, now);
          return { outcome: 'continued' as const, ordinal, task, after };
        }),
      );
    },

    async rollBackIfUnchanged(after, before, me, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(connection, accountId, after.runId, me, `status = 'ended'`, now);
          requireReplaced(connection, accountId, after, { ...before, nextReadAt: null }, now);
          const moved = connection.run(
            `UPDATE pull_owners SET owner_unit = @to, reservation_token = NULL, reservation_expires_at = NULL, version = version + 1,
                 updated_at = @now
             WHERE account_id = @accountId AND host = @host AND repository = @repository AND number = @number
               AND owner_run = @runId AND owner_unit = @from
               AND (reservation_token IS NULL OR reservation_expires_at <= @now)`,
            {
              ...{ host: after.host, repository: after.repository, number: after.number },
              ...{ runId: after.runId, from: after.unit, to: before.unit },
              accountId,
              now,
            },
          );
          if (moved === 0) throw new LostComparison('owner_changed');
          const detail = `Pull request ${after.number} is merge-ready at ${before.approvedHead} again: its continuation changed nothing.`;
          recordPullAudit(connection, accountId, after.runId, me.owner, detail, now);
          return { outcome: 'written' as const };
        }),
      );
    },
  };
}
