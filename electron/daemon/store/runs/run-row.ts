import {
  attemptCauseSchema,
  attemptOutcomeSchema,
  attemptPhaseSchema,
  type Cost,
  runEndReasonSchema,
  runStatusSchema,
} from '../../../../shared/runs.ts';
import type { Connection } from '../connection.ts';
import type { Attempt, Run } from './run-store.ts';

/** A row of `runs` as SQLite returns it. */
export interface RunRow {
  id: string;
  account_id: string;
  project_id: string;
  owner_daemon: string;
  goal: string;
  agent: string;
  profile: string;
  folder: string;
  repository: string;
  base_branch: string;
  base_commit: string;
  branch: string;
  worktree: string;
  check_command: string;
  max_attempts: number;
  max_ms: number | null;
  max_cost: number | null;
  status: string;
  end_reason: string | null;
  end_detail: string | null;
  stopped_by: string | null;
  round: number;
  is_set_up: 0 | 1;
  head_commit: string | null;
  has_work: 0 | 1;
  merge_base_commit: string | null;
  merge_commit: string | null;
  removed_at: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
  ended_at: number | null;
  revision: number;
}

/** A row of `run_attempts` as SQLite returns it. */
export interface AttemptRow {
  run_id: string;
  ordinal: number;
  round: number;
  task_id: string;
  phase: string;
  because: string;
  prompt: string;
  not_before: number;
  outcome: string | null;
  check_exit_code: number | null;
  check_output: string | null;
  failure: string | null;
  tree: string | null;
  commit_id: string | null;
  cost_amount: number | null;
  cost_currency: string | null;
  parked_ms: number;
  started_at: number | null;
  settled_at: number | null;
  checked_at: number | null;
}

/** A run of this account as it is now. To be called in the transaction that acts on it. */
export function findRunRow(
  connection: Connection,
  accountId: string,
  id: string,
): RunRow | undefined {
  return connection.first<RunRow>('SELECT * FROM runs WHERE id = @id AND account_id = @accountId', {
    id,
    accountId,
  });
}

export function readRun(connection: Connection, row: RunRow): Run {
  const attempts = connection.all<AttemptRow>(
    'SELECT * FROM run_attempts WHERE run_id = @id ORDER BY ordinal',
    { id: row.id },
  );
  return {
    id: row.id,
    projectId: row.project_id,
    ownerDaemon: row.owner_daemon,
    goal: row.goal,
    agent: row.agent,
    profile: row.profile,
    folder: row.folder,
    repository: row.repository,
    baseBranch: row.base_branch,
    baseCommit: row.base_commit,
    branch: row.branch,
    worktree: row.worktree,
    check: row.check_command,
    limits: { maxAttempts: row.max_attempts, maxMs: row.max_ms, maxCost: row.max_cost },
    status: runStatusSchema.parse(row.status),
    endReason: runEndReasonSchema.nullable().parse(row.end_reason),
    stoppedBy: row.stopped_by,
    round: row.round,
    isSetUp: row.is_set_up === 1,
    headCommit: row.head_commit,
    merge:
      row.merge_base_commit === null || row.merge_commit === null
        ? null
        : { baseCommit: row.merge_base_commit, commit: row.merge_commit },
    createdBy: row.created_by,
    createdAt: row.created_at,
    attempts: attempts.map(attemptFromRow),
  };
}

function attemptFromRow(row: AttemptRow): Attempt {
  return {
    ordinal: row.ordinal,
    round: row.round,
    taskId: row.task_id,
    phase: attemptPhaseSchema.parse(row.phase),
    because: attemptCauseSchema.parse(row.because),
    prompt: row.prompt,
    notBefore: row.not_before,
    outcome: attemptOutcomeSchema.nullable().parse(row.outcome),
    checkExitCode: row.check_exit_code,
    checkOutput: row.check_output,
    failure: row.failure,
    tree: row.tree,
    commit: row.commit_id,
    cost: costFromRow(row),
    parkedMs: row.parked_ms,
    startedAt: row.started_at,
    settledAt: row.settled_at,
    checkedAt: row.checked_at,
  };
}

export function costFromRow({
  cost_amount: amount,
  cost_currency: currency,
}: Pick<AttemptRow, 'cost_amount' | 'cost_currency'>): Cost | null {
  return amount === null || currency === null ? null : { amount, currency };
}
