import { assertNever } from '../../../../shared/assert-never.ts';
import type { OpenQuestion } from '../../../../shared/board.ts';
import type { NodeState } from '../../../../shared/lanes.ts';
import { nodeStateOf } from '../../../../shared/lanes.ts';
import {
  type AttemptOutcome,
  attemptCauseSchema,
  attemptOutcomeSchema,
  attemptPhaseSchema,
  type RunAttempt,
  type RunCard,
  runEndReasonSchema,
  runStatusSchema,
} from '../../../../shared/runs.ts';
import { costOf, workedMsOf } from '../../../../shared/spent.ts';
import { sessionStateSchema, taskStatusSchema } from '../../../../shared/tasks.ts';
import { type ApprovalRow, openQuestionFromRow } from '../approvals/approval-row.ts';
import type { Connection } from '../connection.ts';
import { firstLine } from '../first-line.ts';
import { runPullsOf } from '../pulls/run-pulls.ts';
import { errorFromRow, type TaskRow } from '../tasks/task-row.ts';
import { type AttemptRow, costFromRow, type RunRow } from './run-row.ts';

type CardRow = RunRow & { project_name: string | null; task_revision: number | null };

type ShownAttemptRow = Omit<AttemptRow, 'prompt' | 'check_output'> &
  Pick<TaskRow, 'error' | 'error_code' | 'error_next_step' | 'held_until'> & {
    task_status: string | null;
    task_session: string | null;
    task_started_at: number | null;
    task_parked_ms: number | null;
    session_state: string | null;
  };

/** Cards of the runs whose ids are in a JSON list. To be called inside a read. */
export function runCardsOf(connection: Connection, accountId: string, ids: string): RunCard[] {
  if (ids === '[]') return [];
  const attempts = new Map<string, ShownAttemptRow[]>();
  for (const row of connection.all<ShownAttemptRow>(
    `SELECT attempt.run_id, attempt.ordinal, attempt.round, attempt.task_id, attempt.phase, attempt.because,
              attempt.not_before, attempt.outcome, attempt.check_exit_code, attempt.failure, attempt.tree,
              attempt.commit_id, attempt.cost_amount, attempt.cost_currency, attempt.parked_ms, attempt.started_at,
              attempt.settled_at, attempt.checked_at,
              task.status AS task_status, task.worker_session_id AS task_session, task.started_at AS task_started_at,
              task.parked_ms AS task_parked_ms, task.error, task.error_code, task.error_next_step, task.held_until,
              sessions.state AS session_state
       FROM run_attempts AS attempt
       LEFT JOIN dispatch_tasks AS task ON task.id = attempt.task_id
       LEFT JOIN sessions ON sessions.id = task.worker_session_id
       WHERE attempt.run_id IN (SELECT value FROM json_each(@ids))
       ORDER BY attempt.run_id, attempt.ordinal`,
    { ids },
  )) {
    const ofRun = attempts.get(row.run_id);
    if (ofRun === undefined) attempts.set(row.run_id, [row]);
    else ofRun.push(row);
  }
  const questions = questionsOf(connection, ids);
  const pulls = runPullsOf(connection, accountId, ids);
  return connection
    .all<CardRow>(
      `SELECT runs.*, projects.name AS project_name,
              (SELECT max(task.revision) FROM run_attempts AS attempt
               JOIN dispatch_tasks AS task ON task.id = attempt.task_id WHERE attempt.run_id = runs.id) AS task_revision
       FROM runs
       LEFT JOIN projects ON projects.account_id = runs.account_id AND projects.id = runs.project_id
       WHERE +runs.account_id = @accountId AND runs.id IN (SELECT value FROM json_each(@ids))
       ORDER BY runs.revision`,
      { accountId, ids },
    )
    .map((row) => ({
      ...cardFromRow(row, attempts.get(row.id) ?? [], questions.get(row.id) ?? null),
      pull: pulls.get(row.id) ?? null,
    }));
}

/** The newest open question of each run: its attempt's, or one that is carried for it. */
function questionsOf(connection: Connection, ids: string): Map<string, OpenQuestion> {
  const questions = new Map<string, OpenQuestion>();
  for (const row of connection.all<ApprovalRow & { run_id: string }>(
    `SELECT approvals.*, task.run_id FROM approvals JOIN dispatch_tasks AS task ON task.id = approvals.task_id
     WHERE approvals.status = 'open' AND task.run_id IN (SELECT value FROM json_each(@ids))
     ORDER BY approvals.asked_at, approvals.id`,
    { ids },
  )) {
    questions.set(row.run_id, openQuestionFromRow(row));
  }
  return questions;
}

function cardFromRow(
  row: CardRow,
  attemptRows: readonly ShownAttemptRow[],
  question: OpenQuestion | null,
): Omit<RunCard, 'pull'> {
  const attempts = attemptRows.map((attempt) =>
    attemptFromRow(attempt, question !== null && attempt === attemptRows.at(-1)),
  );
  const status = runStatusSchema.parse(row.status);
  const endReason = runEndReasonSchema.nullable().parse(row.end_reason);
  return {
    id: row.id,
    revision: Math.max(row.revision, row.task_revision ?? 0),
    status,
    endReason,
    endDetail: row.end_detail,
    state: stateOf(status, endReason, attempts.at(-1)),
    title: firstLine(row.goal),
    agent: row.agent,
    profile: row.profile,
    projectId: row.project_id,
    projectName: row.project_name ?? row.project_id,
    ownerDaemon: row.owner_daemon,
    branch: row.branch,
    baseBranch: row.base_branch,
    check: row.check_command,
    limits: { maxAttempts: row.max_attempts, maxMs: row.max_ms, maxCost: row.max_cost },
    attempts,
    question,
    heldUntil: attemptRows.at(-1)?.held_until ?? null,
    hasWork: row.has_work === 1,
    workedMs: attempts.reduce((sum, attempt) => sum + workedMsOf(attempt), 0),
    cost: costOf(attempts),
    mergedCommit: status === 'merged' ? row.merge_commit : null,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}

function attemptFromRow(row: ShownAttemptRow, isAsked: boolean): RunAttempt {
  const phase = attemptPhaseSchema.parse(row.phase);
  const outcome = attemptOutcomeSchema.nullable().parse(row.outcome);
  return {
    ordinal: row.ordinal,
    taskId: row.task_id,
    sessionId: row.task_session,
    because: attemptCauseSchema.parse(row.because),
    phase,
    outcome,
    state: attemptStateOf(row, phase, outcome, isAsked),
    checkExitCode: row.check_exit_code,
    notBefore: row.not_before,
    startedAt: row.started_at ?? row.task_started_at,
    settledAt: row.settled_at,
    checkedAt: row.checked_at,
    parkedMs: phase === 'enqueued' ? (row.task_parked_ms ?? 0) : row.parked_ms,
    cost: costFromRow(row),
    commit: row.commit_id,
    error: errorFromRow(row),
  };
}

function attemptStateOf(
  row: ShownAttemptRow,
  phase: RunAttempt['phase'],
  outcome: AttemptOutcome | null,
  isAsked: boolean,
): NodeState {
  switch (phase) {
    case 'planned':
      return isAsked ? 'awaiting' : 'queued';
    case 'enqueued': {
      const status = taskStatusSchema.parse(row.task_status ?? 'queued');
      const session =
        row.session_state === null ? null : sessionStateSchema.parse(row.session_state);
      const state = nodeStateOf(status, session, isAsked);
      // Its task has ended a moment ago; what it left is being kept.
      if (state === 'done' || state === 'failed' || state === 'cancelled') return 'working';
      return isAsked ? 'awaiting' : state;
    }
    case 'settled':
    case 'checked':
      return 'working';
    case 'decided':
      return outcome === null ? 'working' : stateOfOutcome(outcome);
    default:
      return assertNever(phase);
  }
}

function stateOfOutcome(outcome: AttemptOutcome): NodeState {
  switch (outcome) {
    case 'passed':
      return 'done';
    case 'cancelled':
      return 'cancelled';
    case 'reclaimed':
      return 'disconnected';
    case 'check_failed':
    case 'agent_failed':
    case 'denied':
    case 'expired':
    case 'never_ran':
      return 'failed';
    default:
      return assertNever(outcome);
  }
}

function stateOf(
  status: RunCard['status'],
  endReason: RunCard['endReason'],
  current: RunAttempt | undefined,
): NodeState {
  switch (status) {
    case 'working':
      return current === undefined || current.phase === 'decided' ? 'working' : current.state;
    case 'merging':
      return 'working';
    case 'merged':
      return 'done';
    case 'discarded':
      return 'cancelled';
    case 'ended':
      return endReason === null ? 'done' : stateOfEnd(endReason);
    default:
      return assertNever(status);
  }
}

function stateOfEnd(reason: NonNullable<RunCard['endReason']>): NodeState {
  switch (reason) {
    case 'passed':
      return 'done';
    case 'stopped':
      return 'cancelled';
    case 'failed_to_start':
      return 'failed';
    case 'exhausted':
    case 'timed_out':
    case 'over_budget':
    case 'stalled':
      return 'blocked';
    default:
      return assertNever(reason);
  }
}
