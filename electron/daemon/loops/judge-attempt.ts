import { assertNever } from '../../../shared/assert-never.ts';
import type { Approval } from '../../../shared/contract.ts';
import type { AttemptOutcome } from '../../../shared/runs.ts';
import type { WorkErrorCode } from '../../../shared/work-errors.ts';
import type { CheckResult } from '../store/runs/run-store.ts';
import type { Task } from '../store/store.ts';

/** Failures before the agent had its prompt. */
const NEVER_RAN: ReadonlySet<WorkErrorCode> = new Set([
  'agent_unknown',
  'agent_not_found',
  'agent_refused_handshake',
  'agent_handshake_timed_out',
  'agent_needs_authentication',
  'agent_mode_refused',
  'worktree_refused',
  'set_up_failed',
  'folder_missing',
  'worker_could_not_start',
]);

/** Whether a settled task has left something for the check to look at. */
export function needsCheck(task: Task): boolean {
  return task.status === 'done';
}

/** What came of an attempt whose task has settled. `check` is null where none was run. */
export function outcomeOfAttempt(
  task: Task,
  check: Pick<CheckResult, 'failure'> | null,
  approvals: readonly Approval[],
): AttemptOutcome {
  switch (task.status) {
    case 'done':
      if (check === null) return 'cancelled';
      if (check.failure === null) return 'passed';
      return approvals.some(wasDenied) ? 'denied' : 'check_failed';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'blocked':
      return outcomeOfFailure(task.error?.code ?? 'agent_errored');
    case 'queued':
    case 'claimed':
    case 'running':
    case 'held':
      throw new Error(`Attempt ${task.id} was judged while it is ${task.status}.`);
    default:
      return assertNever(task.status);
  }
}

function outcomeOfFailure(code: WorkErrorCode): AttemptOutcome {
  if (code === 'hold_lapsed') return 'expired';
  if (code === 'attempt_reclaimed') return 'reclaimed';
  return NEVER_RAN.has(code) ? 'never_ran' : 'agent_failed';
}

function wasDenied({ status, answer, options }: Approval): boolean {
  const chosen = options.find(({ name }) => name === answer);
  return status === 'answered' && chosen?.kind.startsWith('reject') === true;
}
