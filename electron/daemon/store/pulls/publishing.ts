import type { Connection } from '../connection.ts';
import { advanceRunIf } from '../runs/attempting.ts';
import type { DaemonIdentity } from '../store.ts';
import { recordEvidence } from './evidence.ts';
import { LostComparison, orLost } from './lost-comparison.ts';
import {
  claim,
  holdsReservation,
  nameOf,
  ownerRow,
  recordPullAudit,
  whyNotReserved,
} from './owning.ts';
import { findPullRow, pullFromRow, replaceIfUnchanged, storedColumns } from './pull-row.ts';
import type { PullName, PullStore, RunPullRow } from './pull-store.ts';

type PublishingMethods = Pick<
  PullStore,
  | 'beginPublish'
  | 'recordOpened'
  | 'recordPushed'
  | 'recordFacts'
  | 'beginMerge'
  | 'recordMerged'
  | 'release'
>;

/** The way of a run's pull request, from the push to its merge. */
export function publishing(connection: Connection, accountId: string): PublishingMethods {
  return {
    async beginPublish(row, before, me, actor, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(
            connection,
            accountId,
            row.runId,
            me,
            `status = 'ended' AND has_work = 1`,
            now,
          );
          const begun: RunPullRow = {
            ...row,
            status: 'publishing',
            number: null,
            url: null,
            version: (before?.version ?? 0) + 1,
          };
          if (before === null) insert(connection, accountId, begun, now);
          else requireReplaced(connection, accountId, before, begun, now);
          const detail = `Publishing to ${row.repository} as ${row.headBranch}.`;
          recordPullAudit(connection, accountId, row.runId, actor, detail, now);
          return { outcome: 'written' as const };
        }),
      );
    },

    async recordOpened(before, opened, me, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(connection, accountId, before.runId, me, `status = 'ended'`, now);
          const pull = { ...before, number: opened.number };
          const claimed = claim(connection, accountId, pull, before, now);
          if (claimed.outcome !== 'claimed') {
            recordPullAudit(
              connection,
              accountId,
              before.runId,
              me.owner,
              `Pull request ${opened.number} belongs to ${claimed.ownedBy}.`,
              now,
            );
            return claimed;
          }
          const after: RunPullRow = { ...before, ...opened, status: 'open', approvedHead: null };
          requireReplaced(connection, accountId, before, after, now);
          recordEvidence(connection, accountId, codingCompleted(pull, opened.pushedCommit), now);
          const detail = `Published as pull request ${opened.number} at ${opened.pushedCommit.slice(0, 12)}.`;
          recordPullAudit(connection, accountId, before.runId, me.owner, detail, now);
          return claimed;
        }),
      );
    },

    async recordPushed(before, { unit, commit, token }, me, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(connection, accountId, before.runId, me, 'TRUE', now);
          const owner = { runId: before.runId, unit };
          if (!holdsReservation(connection, accountId, before, owner, token, now)) {
            throw new LostComparison('reservation_lost');
          }
          const after: RunPullRow = {
            ...before,
            ...{ unit, pushedCommit: commit, status: 'open' as const, approvedHead: null },
            ...{ facts: null, factsTag: null, nextReadAt: null, continuedFrom: null },
          };
          requireReplaced(connection, accountId, before, after, now);
          recordEvidence(connection, accountId, codingCompleted({ ...before, unit }, commit), now);
          const detail = `Pushed ${commit.slice(0, 12)} to pull request ${before.number}.`;
          recordPullAudit(connection, accountId, before.runId, me.owner, detail, now);
          return { outcome: 'written' as const };
        }),
      );
    },

    async recordFacts(before, next, evidence, me, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(connection, accountId, before.runId, me, 'TRUE', now);
          requireReplaced(connection, accountId, before, { ...before, ...next }, now);
          for (const seen of evidence) recordEvidence(connection, accountId, seen, now);
          if (next.status !== before.status) {
            const at = next.approvedHead === null ? '' : ` at ${next.approvedHead}`;
            const detail = `Pull request ${before.number} is ${next.status.replaceAll('_', ' ')}${at}.`;
            recordPullAudit(connection, accountId, before.runId, me.owner, detail, now);
          }
          return { outcome: 'written' as const };
        }),
      );
    },

    async beginMerge(before, token, me, actor, now) {
      return orLost(() =>
        connection.write(() => {
          requireRun(connection, accountId, before.runId, me, `status = 'ended'`, now);
          if (!holdsReservation(connection, accountId, before, before, token, now)) {
            throw new LostComparison('reservation_lost');
          }
          // Whether it happened is asked of the forge anew, whatever was known before.
          const merging = { ...before, status: 'merging', factsTag: null } as const;
          requireReplaced(connection, accountId, before, merging, now);
          const detail = `Merging pull request ${before.number} at ${before.approvedHead}.`;
          recordPullAudit(connection, accountId, before.runId, actor, detail, now);
          return { outcome: 'written' as const };
        }),
      );
    },

    async recordMerged(runId, merged, me, now) {
      return connection.write(() => {
        const row = findPullRow(connection, accountId, runId);
        const run = advanceRunIf(connection, accountId, runId, me, 'TRUE', now);
        if (row === undefined || run === undefined) return false;
        const before = pullFromRow(row);
        const after = {
          ...before,
          status: 'merged',
          ...{ facts: merged.facts ?? before.facts, trouble: null, continuedFrom: null },
        } as const;
        replaceIfUnchanged(connection, accountId, before, after, now);
        const as = merged.commit === null ? '' : ` as ${merged.commit.slice(0, 12)}`;
        const detail = `Pull request ${before.number} was merged${as}.`;
        recordPullAudit(connection, accountId, runId, me.owner, detail, now);
        // What the run made since is not in the base: it waits for a person.
        return (
          connection.run(
            `UPDATE runs SET status = 'merged', merge_commit = @commit
             WHERE id = @runId AND status = 'ended' AND head_commit = @head`,
            { runId, commit: merged.commit, head: merged.headCommit },
          ) > 0
        );
      });
    },

    async release(before, me, actor, now) {
      return orLost(() =>
        connection.write(() => {
          const removed = connection.run(
            `DELETE FROM pull_owners
             WHERE account_id = @accountId AND host = @host AND repository = @repository AND number = @number
               AND owner_run = @runId AND (reservation_token IS NULL OR reservation_expires_at <= @now)`,
            { ...nameOf(before), runId: before.runId, accountId, now },
          );
          // What nobody owns can be let go of as well.
          if (removed === 0 && ownerRow(connection, accountId, before) !== undefined) {
            return whyNotReserved(connection, accountId, before, before);
          }
          requireRun(connection, accountId, before.runId, me, 'TRUE', now);
          requireReplaced(connection, accountId, before, { ...before, status: 'released' }, now);
          const detail = `Pull request ${before.number} was released by ${actor}.`;
          recordPullAudit(connection, accountId, before.runId, actor, detail, now);
          return { outcome: 'written' as const };
        }),
      );
    },
  };
}

function codingCompleted(row: RunPullRow & PullName, head: string) {
  const { host, repository, number, runId, unit, requester } = row;
  return {
    kind: 'coding_completed',
    host,
    repository,
    number,
    runId,
    unit,
    requester,
    head,
  } as const;
}

function insert(connection: Connection, accountId: string, row: RunPullRow, now: number): void {
  const inserted = connection.run(
    `INSERT INTO run_pulls (run_id, account_id, host, repository, status, remote, head_branch, base_branch, unit,
       requester, pushed_commit, approved_head, facts, facts_tag, trouble, failures, next_read_at, continued_from, version,
       created_at, updated_at)
     VALUES (@runId, @accountId, @host, @repository, @status, @remote, @headBranch, @baseBranch, @unit,
       @requester, @pushedCommit, @approvedHead, @facts, @factsTag, @trouble, @failures, @nextReadAt, @continuedFrom, @version,
       @now, @now)
     ON CONFLICT DO NOTHING`,
    { ...storedColumns(row), accountId, now },
  );
  if (inserted === 0) throw new LostComparison('row_changed');
}

/** The run is mine and stands as it must; it reaches the board with what follows. @throws LostComparison */
export function requireRun(
  connection: Connection,
  accountId: string,
  runId: string,
  me: DaemonIdentity,
  condition: string,
  now: number,
): void {
  if (advanceRunIf(connection, accountId, runId, me, condition, now) === undefined) {
    throw new LostComparison('run_changed');
  }
}

/** @throws LostComparison when any column of the row is another than was read. */
export function requireReplaced(
  connection: Connection,
  accountId: string,
  before: RunPullRow,
  after: RunPullRow,
  now: number,
): RunPullRow {
  const row = replaceIfUnchanged(connection, accountId, before, after, now);
  if (row === undefined) throw new LostComparison('row_changed');
  return pullFromRow(row);
}
