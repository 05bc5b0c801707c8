import { assertNever } from '../../../shared/assert-never.ts';
import type {
  AttemptCause,
  AttemptOutcome,
  RunEndReason,
  RunLimits,
} from '../../../shared/runs.ts';
import type { WorkError } from '../../../shared/work-errors.ts';

/** An attempt that is over, as the policy judges it. */
export interface JudgedAttempt {
  readonly outcome: AttemptOutcome;
  /** Identifies the failure of the check: the same failure gives the same value. Null when no check failed. */
  readonly failure: string | null;
  /** Identifies what the worktree held. */
  readonly tree: string | null;
}

export interface RunSoFar {
  readonly limits: RunLimits;
  /** Those before the last one, since the last words of a person, in order. */
  readonly earlier: readonly JudgedAttempt[];
  readonly last: JudgedAttempt;
  /** Of the last attempt; null when its agent did not fail. */
  readonly error: WorkError | null;
  /** Whether trying again may end differently, as far as the error says. */
  readonly isRetryable: boolean;
  /** Milliseconds of work since the last words of a person, without the time parked on one. */
  readonly workedMs: number;
  /** In the currency of the limit; null where the agent reports none. */
  readonly cost: number | null;
  /** Who stopped it while this attempt ran. */
  readonly stoppedBy: string | null;
  /** The wait after the first failure that was not the agent's; it doubles with each in a row. */
  readonly backoffMs: number;
}

export type NextStep =
  | {
      readonly step: 'attempt';
      readonly because: Exclude<AttemptCause, 'goal' | 'changes_requested'>;
      /** Milliseconds to wait before it. */
      readonly delayMs: number;
    }
  | { readonly step: 'end'; readonly reason: RunEndReason; readonly detail: string };

/** Failures that are not the agent's are retried so often in a row, each time after a longer wait. */
export const MAX_INFRASTRUCTURE_FAILURES = 3;

/** What follows from the attempt that was judged last: the whole policy of a loop (docs/state-machine.md has its table). */
export function nextStep(run: RunSoFar): NextStep {
  const { outcome } = run.last;
  if (outcome === 'passed') return end('passed', 'Its check passed.');
  if (run.stoppedBy !== null) return end('stopped', `Stopped by ${run.stoppedBy}.`);
  const spent = limitReached(run);
  if (spent !== null) return spent;
  switch (outcome) {
    case 'cancelled':
      return end('stopped', 'Its attempt was cancelled.');
    case 'check_failed':
    case 'denied':
      return afterFailedCheck(run);
    case 'agent_failed':
      return counted(run, 'agent_failure');
    case 'never_ran':
    case 'reclaimed':
    case 'expired':
      return afterInfrastructure(run, outcome);
    default:
      return assertNever(outcome);
  }
}

function limitReached({ limits, workedMs, cost }: RunSoFar): NextStep | null {
  if (limits.maxMs !== null && workedMs >= limits.maxMs) {
    return end('timed_out', `It worked for ${inMinutes(workedMs)} of ${inMinutes(limits.maxMs)}.`);
  }
  if (limits.maxCost !== null && cost !== null && cost >= limits.maxCost) {
    return end('over_budget', `It cost ${cost.toFixed(2)} of ${limits.maxCost.toFixed(2)}.`);
  }
  return null;
}

function afterFailedCheck(run: RunSoFar): NextStep {
  const { last } = run;
  const before = run.earlier.findLast(({ failure }) => failure !== null);
  const isSame = before?.failure === last.failure && before.tree === last.tree;
  if (isSame && last.tree !== null) {
    return end('stalled', 'Its check failed in the same way twice, and nothing had changed.');
  }
  return counted(run, 'check_failure');
}

/** Another attempt, unless as many as allowed were made. What is not the agent's failure does not count. */
function counted(run: RunSoFar, because: 'check_failure' | 'agent_failure'): NextStep {
  const { maxAttempts } = run.limits;
  const made = 1 + run.earlier.filter(({ outcome }) => !isInfrastructure(outcome)).length;
  if (made < maxAttempts) return { step: 'attempt', because, delayMs: 0 };
  return end(
    'exhausted',
    maxAttempts === 1 ? 'Its one attempt did not pass.' : `All ${made} attempts did not pass.`,
  );
}

function afterInfrastructure(
  run: RunSoFar,
  outcome: 'never_ran' | 'reclaimed' | 'expired',
): NextStep {
  const said = run.error === null ? '' : ` ${run.error.message}`;
  if (outcome === 'never_ran' && !run.isRetryable) {
    return end('failed_to_start', `The agent could not start.${said}`);
  }
  const lastOwn = run.earlier.findLastIndex((attempt) => !isInfrastructure(attempt.outcome));
  const inRow = run.earlier.length - lastOwn;
  if (inRow >= MAX_INFRASTRUCTURE_FAILURES) {
    return end('failed_to_start', `${inRow} attempts in a row ${wordOf(outcome)}.${said}`);
  }
  return {
    step: 'attempt',
    because: 'infrastructure',
    delayMs: run.backoffMs * 2 ** (inRow - 1),
  };
}

function isInfrastructure(outcome: AttemptOutcome): boolean {
  return outcome === 'never_ran' || outcome === 'reclaimed' || outcome === 'expired';
}

function wordOf(outcome: 'never_ran' | 'reclaimed' | 'expired'): string {
  switch (outcome) {
    case 'never_ran':
      return 'did not start';
    case 'reclaimed':
      return 'lost their worker';
    case 'expired':
      return 'waited for an answer that did not come';
    default:
      return assertNever(outcome);
  }
}

function inMinutes(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
}

function end(reason: RunEndReason, detail: string): NextStep {
  return { step: 'end', reason, detail };
}
