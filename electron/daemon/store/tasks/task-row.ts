import { taskKindSchema, taskShapeSchema, taskStatusSchema } from '../../../../shared/tasks.ts';
import { WORK_ERRORS, type WorkError, type WorkErrorCode } from '../../../../shared/work-errors.ts';
import type { Task } from '../store.ts';

/** A row of `dispatch_tasks` as SQLite returns it. */
export interface TaskRow {
  id: string;
  account_id: string;
  project_id: string;
  kind: string;
  shape: string | null;
  target_session: string | null;
  workdir: string | null;
  prompt: string;
  provider: string | null;
  status: string;
  attempts: number;
  failure_limit: number;
  not_before: number | null;
  claim_owner: string | null;
  claimed_at: number | null;
  worker_session_id: string | null;
  result_digest: string | null;
  error: string | null;
  created_by: string | null;
  created_at: number;
  updated_at: number;
  owner_daemon: string | null;
  run_id: string | null;
  attempt_id: string | null;
  generation: number;
  held_until: number | null;
  profile: string | null;
  work_folder: string | null;
  branch: string | null;
  started_at: number | null;
  settled_at: number | null;
  error_code: string | null;
  error_next_step: string | null;
  kept_result: string | null;
  dismissed_at: number | null;
  dismissed_by: string | null;
  revision: number;
  is_delivery: 0 | 1;
  parked_since: number | null;
  parked_ms: number;
}

const shapeSchema = taskShapeSchema.catch('ship');

/** What rows from before profiles run under: the one that asks for everything but reading. */
const PROFILE_OF_OLD_ROWS = 'careful';

export function taskFromRow(row: TaskRow): Task {
  return {
    id: row.id,
    accountId: row.account_id,
    projectId: row.project_id,
    kind: taskKindSchema.parse(row.kind),
    shape: shapeSchema.parse(row.shape),
    targetSession: row.target_session,
    folder: row.workdir ?? '',
    prompt: row.prompt,
    agent: row.provider ?? '',
    profile: row.profile ?? PROFILE_OF_OLD_ROWS,
    status: taskStatusSchema.parse(row.status),
    attempts: row.attempts,
    failureLimit: row.failure_limit,
    notBefore: row.not_before,
    claimOwner: row.claim_owner,
    claimedAt: row.claimed_at,
    workerSessionId: row.worker_session_id,
    workFolder: row.work_folder,
    branch: row.branch,
    digest: row.result_digest,
    error: errorFromRow(row),
    createdBy: row.created_by ?? '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    startedAt: row.started_at,
    settledAt: row.settled_at,
    ownerDaemon: row.owner_daemon,
    runId: row.run_id,
    attemptId: row.attempt_id,
    generation: row.generation,
    heldUntil: row.held_until,
    dismissedBy: row.dismissed_by,
    isDelivery: row.is_delivery === 1,
    parkedMs: parkedMsOf(row),
  };
}

/** An older program wrote `error` alone; its text is kept as it is. */
export function errorFromRow(
  row: Pick<TaskRow, 'error' | 'error_code' | 'error_next_step'>,
): WorkError | null {
  if (row.error === null) return null;
  return {
    code: isWorkErrorCode(row.error_code) ? row.error_code : 'agent_errored',
    message: row.error,
    nextStep: row.error_next_step ?? WORK_ERRORS.agent_errored.nextStep,
  };
}

function isWorkErrorCode(code: string | null): code is WorkErrorCode {
  return code !== null && Object.hasOwn(WORK_ERRORS, code);
}

/** A hold that ended with its attempt lasted until then. */
export function parkedMsOf(
  row: Pick<TaskRow, 'parked_ms' | 'parked_since' | 'settled_at'>,
): number {
  if (row.parked_since === null || row.settled_at === null) return row.parked_ms;
  return row.parked_ms + Math.max(0, row.settled_at - row.parked_since);
}
