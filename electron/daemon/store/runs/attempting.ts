import type { Connection } from '../connection.ts';
import type { DaemonIdentity, Task } from '../store.ts';
import { insertQueued, keepProject } from '../tasks/insert-queued.ts';
import { endRun } from './end-run.ts';
import { recordRunAudit } from './run-audit.ts';
import { findRunRow, type RunRow } from './run-row.ts';
import type { PlannedAttempt, RunStore } from './run-store.ts';

type AttemptingMethods = Pick<
  RunStore,
  | 'start'
  | 'enqueueIfPlanned'
  | 'markSetUp'
  | 'settleIfEnqueued'
  | 'recordCheckIfSettled'
  | 'decideIfSettled'
>;

/**
 * The way of an attempt: planned → enqueued → settled → checked → decided. Each step is one transaction that only the
 * step before it allows, so that a controller that died between any two goes on from the rows.
 */
export function attempting(connection: Connection, accountId: string): AttemptingMethods {
  return {
    async start(run, first, project, me, now) {
      await connection.write(() => {
        keepProject(connection, accountId, project, now);
        connection.run(
          `INSERT INTO runs (id, account_id, project_id, owner_daemon, goal, agent, profile, folder, repository,
             base_branch, base_commit, branch, worktree, check_command, max_attempts, max_ms, max_cost, status,
             created_by, created_at, updated_at, revision)
           VALUES (@id, @accountId, @projectId, @owner, @goal, @agent, @profile, @folder, @repository,
             @baseBranch, @baseCommit, @branch, @worktree, @check, @maxAttempts, @maxMs, @maxCost, 'working',
             @createdBy, @now, @now, (SELECT revision + 1 FROM board))`,
          { ...withoutLimits(run), ...run.limits, accountId, owner: me.owner, now },
        );
        const row = findRunRow(connection, accountId, run.id);
        if (row === undefined) throw new Error(`Run ${run.id} is gone within its own transaction.`);
        recordRunAudit(connection, row, 'run.started', run.createdBy, 'Started.', now);
        planAttempt(connection, row, first, now);
      });
    },

    async enqueueIfPlanned(id, ordinal, me, now) {
      return connection.write(() => {
        const row = advanceAttemptIf(connection, accountId, id, ordinal, `= 'planned'`, me, now);
        return row === undefined
          ? null
          : enqueueAttempt(connection, accountId, row, ordinal, me, now);
      });
    },

    async markSetUp(id, me, now) {
      return connection.write(() => {
        const row = advanceRunIf(connection, accountId, id, me, 'is_set_up = 0', now);
        if (row === undefined) return false;
        connection.run('UPDATE runs SET is_set_up = 1 WHERE id = @id', { id });
        recordRunAudit(connection, row, 'run.set_up', me.owner, 'Its worktree is set up.', now);
        return true;
      });
    },

    async settleIfEnqueued(id, ordinal, settled, me, now) {
      return connection.write(() => {
        const row = advanceAttemptIf(connection, accountId, id, ordinal, `= 'enqueued'`, me, now);
        if (row === undefined) return false;
        const { cost, hasWork, commit, notes, ...left } = settled;
        connection.run(
          `UPDATE run_attempts
           SET phase = 'settled', commit_id = @commit, tree = @tree, cost_amount = @amount, cost_currency = @currency,
               parked_ms = @parkedMs, started_at = @startedAt, settled_at = @settledAt
           WHERE run_id = @id AND ordinal = @ordinal`,
          {
            id,
            ordinal,
            ...left,
            commit,
            amount: cost?.amount ?? null,
            currency: cost?.currency ?? null,
          },
        );
        connection.run(
          'UPDATE runs SET head_commit = coalesce(@commit, head_commit), has_work = @hasWork WHERE id = @id',
          { id, commit, hasWork: hasWork ? 1 : 0 },
        );
        recordRunAudit(
          connection,
          row,
          'run.attempt_settled',
          me.owner,
          [
            `Attempt ${ordinal} settled${commit === null ? '' : ` at ${commit.slice(0, 12)}`}.`,
            ...notes,
          ].join(' '),
          now,
        );
        return true;
      });
    },

    async recordCheckIfSettled(id, ordinal, check, me, now) {
      return connection.write(() => {
        const row = advanceAttemptIf(connection, accountId, id, ordinal, `= 'settled'`, me, now);
        if (row === undefined) return false;
        connection.run(
          `UPDATE run_attempts
           SET phase = 'checked', check_exit_code = @exitCode, check_output = @output, failure = @failure,
               checked_at = @now
           WHERE run_id = @id AND ordinal = @ordinal`,
          { id, ordinal, ...check, now },
        );
        recordRunAudit(
          connection,
          row,
          'run.checked',
          me.owner,
          check.exitCode === null
            ? `The check of attempt ${ordinal} was ended.`
            : `The check of attempt ${ordinal} ended with exit code ${check.exitCode}.`,
          now,
        );
        return true;
      });
    },

    async decideIfSettled(id, ordinal, outcome, decision, me, now) {
      return connection.write(() => {
        const phase = `IN ('settled', 'checked')`;
        const row = advanceAttemptIf(connection, accountId, id, ordinal, phase, me, now);
        if (row === undefined) return false;
        connection.run(
          `UPDATE run_attempts SET phase = 'decided', outcome = @outcome
           WHERE run_id = @id AND ordinal = @ordinal`,
          { id, ordinal, outcome },
        );
        recordRunAudit(
          connection,
          row,
          'run.attempt_decided',
          me.owner,
          `Attempt ${ordinal}: ${outcome.replaceAll('_', ' ')}.`,
          now,
        );
        if (decision.step === 'end') {
          endRun(connection, row, decision.reason, decision.detail, me.owner, now);
        } else planAttempt(connection, row, decision.attempt, now);
        return true;
      });
    },
  };
}

/** The next attempt of a run, in the caller's transaction. */
export function planAttempt(
  connection: Connection,
  run: RunRow,
  attempt: PlannedAttempt,
  now: number,
): number {
  const planned = connection.first<{ ordinal: number }>(
    `INSERT INTO run_attempts (run_id, ordinal, round, task_id, phase, because, prompt, not_before)
     VALUES (@runId, (SELECT coalesce(max(ordinal), 0) + 1 FROM run_attempts WHERE run_id = @runId), @round,
             @taskId, 'planned', @because, @prompt, @notBefore)
     RETURNING ordinal`,
    { ...attempt, runId: run.id, round: run.round },
  );
  const ordinal = planned?.ordinal ?? 0;
  // A pull request is owned by the attempt that speaks for it: with the next one of the same run it changes hands.
  connection.run(
    `UPDATE pull_owners
     SET owner_unit = @taskId, reservation_token = NULL, reservation_expires_at = NULL, version = version + 1,
         updated_at = @now
     WHERE owner_run = @runId AND (reservation_token IS NULL OR reservation_expires_at <= @now)`,
    { runId: run.id, taskId: attempt.taskId, now },
  );
  connection.run(
    `UPDATE run_pulls SET unit = @taskId, version = version + 1, updated_at = @now
     WHERE run_id = @runId AND unit <> @taskId AND status IN ('open', 'merge_ready', 'continuing')`,
    { runId: run.id, taskId: attempt.taskId, now },
  );
  recordRunAudit(
    connection,
    run,
    'run.attempt_planned',
    run.owner_daemon,
    `Attempt ${ordinal} is planned: ${attempt.because.replaceAll('_', ' ')}.`,
    now,
  );
  return ordinal;
}

/** The task of a planned attempt, in the caller's transaction, which has seen that it is planned. */
export function enqueueAttempt(
  connection: Connection,
  accountId: string,
  run: RunRow,
  ordinal: number,
  me: DaemonIdentity,
  now: number,
): Task {
  const attempt = connection.first<{ task_id: string; prompt: string }>(
    `UPDATE run_attempts SET phase = 'enqueued' WHERE run_id = @id AND ordinal = @ordinal
     RETURNING task_id, prompt`,
    { id: run.id, ordinal },
  );
  if (attempt === undefined) throw new Error(`Attempt ${ordinal} of run ${run.id} is gone.`);
  const detail = `Attempt ${ordinal} is in the queue.`;
  recordRunAudit(connection, run, 'run.attempt_queued', me.owner, detail, now);
  return insertQueued(
    connection,
    accountId,
    {
      id: attempt.task_id,
      projectId: run.project_id,
      kind: 'attempt',
      shape: 'ship',
      targetSession: null,
      folder: run.folder,
      prompt: attempt.prompt,
      agent: run.agent,
      profile: run.profile,
      failureLimit: 1,
      createdBy: run.created_by,
      runId: run.id,
      attemptId: String(ordinal),
    },
    me,
    now,
  );
}

/** The guarded write that every step of an attempt begins with: my run works, and the attempt is in the phase. */
function advanceAttemptIf(
  connection: Connection,
  accountId: string,
  id: string,
  ordinal: number,
  phase: string,
  me: DaemonIdentity,
  now: number,
): RunRow | undefined {
  return connection.first<RunRow>(
    `UPDATE runs SET updated_at = @now, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND owner_daemon = @owner AND status = 'working'
       AND EXISTS (SELECT 1 FROM run_attempts
                   WHERE run_id = runs.id AND ordinal = @ordinal AND phase ${phase})
     RETURNING *`,
    { id, accountId, ordinal, owner: me.owner, now },
  );
}

/** The guarded write that every other step of a run begins with: mine, and as `condition` says. */
export function advanceRunIf(
  connection: Connection,
  accountId: string,
  id: string,
  me: DaemonIdentity,
  condition: string,
  now: number,
): RunRow | undefined {
  return connection.first<RunRow>(
    `UPDATE runs SET updated_at = @now, revision = (SELECT revision + 1 FROM board)
     WHERE id = @id AND account_id = @accountId AND owner_daemon = @owner AND ${condition}
     RETURNING *`,
    { id, accountId, owner: me.owner, now },
  );
}

function withoutLimits<Value extends { readonly limits: unknown }>({ limits: _, ...rest }: Value) {
  return rest;
}
