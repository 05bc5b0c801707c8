import { assertNever } from './assert-never.ts';
import type {
  AttemptCause,
  AttemptOutcome,
  Cost,
  RunAttempt,
  RunCard,
  RunEndReason,
} from './runs.ts';
import { nodeStateWord } from './state-words.ts';

/** One word or two for where a run stands, for the window and the command line alike. */
export function runWord(
  run: Pick<RunCard, 'status' | 'endReason' | 'state' | 'question' | 'heldUntil' | 'mergedCommit'>,
): string {
  switch (run.status) {
    case 'working':
      return isHeldByHand(run) ? 'Held' : nodeStateWord(run.state);
    case 'ended':
      return run.endReason === null ? 'Ended' : endReasonWord(run.endReason);
    case 'merging':
      return 'Merging';
    case 'merged':
      return run.mergedCommit === null ? 'Merged outside' : 'Merged';
    case 'discarded':
      return 'Discarded';
    default:
      return assertNever(run.status);
  }
}

/** Parked by a person, and not on a question. */
export function isHeldByHand({
  state,
  question,
  heldUntil,
}: Pick<RunCard, 'state' | 'question' | 'heldUntil'>): boolean {
  return state === 'awaiting' && question === null && heldUntil !== null;
}

export function endReasonWord(reason: RunEndReason): string {
  switch (reason) {
    case 'passed':
      return 'Passed';
    case 'exhausted':
      return 'Exhausted';
    case 'timed_out':
      return 'Timed out';
    case 'over_budget':
      return 'Over budget';
    case 'stalled':
      return 'Stalled';
    case 'stopped':
      return 'Stopped by a person';
    case 'failed_to_start':
      return 'Failed to start';
    default:
      return assertNever(reason);
  }
}

/** What came of an attempt, or where it stands while that is not decided. */
export function attemptWord(attempt: Pick<RunAttempt, 'phase' | 'outcome' | 'state'>): string {
  if (attempt.outcome !== null) return attemptOutcomeWord(attempt.outcome);
  switch (attempt.phase) {
    case 'planned':
      return 'Planned';
    case 'enqueued':
      return nodeStateWord(attempt.state);
    case 'settled':
      return 'Checking';
    case 'checked':
    case 'decided':
      return 'Checked';
    default:
      return assertNever(attempt.phase);
  }
}

export function attemptOutcomeWord(outcome: AttemptOutcome): string {
  switch (outcome) {
    case 'passed':
      return 'Passed';
    case 'check_failed':
      return 'Check failed';
    case 'agent_failed':
      return 'Agent failed';
    case 'denied':
      return 'Denied';
    case 'expired':
      return 'Expired';
    case 'never_ran':
      return 'Never ran';
    case 'reclaimed':
      return 'Reclaimed';
    case 'cancelled':
      return 'Cancelled';
    default:
      return assertNever(outcome);
  }
}

/** The outcome in a sentence, for whoever reads its word for the first time. */
export function describeAttemptOutcome(outcome: AttemptOutcome): string {
  switch (outcome) {
    case 'passed':
      return 'The check passed.';
    case 'check_failed':
      return 'The agent finished, and the check failed.';
    case 'agent_failed':
      return 'The agent ended with an error before it was done.';
    case 'denied':
      return 'A person said no to what the agent asked.';
    case 'expired':
      return 'Nobody answered what the agent asked in time.';
    case 'never_ran':
      return 'The agent never got to work.';
    case 'reclaimed':
      return 'Its worker was lost, so its task was taken back.';
    case 'cancelled':
      return 'It was cancelled.';
    default:
      return assertNever(outcome);
  }
}

/** Why an attempt was made, as part of a line. */
export function attemptCauseWords(cause: AttemptCause): string {
  switch (cause) {
    case 'goal':
      return 'for the goal';
    case 'check_failure':
      return 'after a failed check';
    case 'agent_failure':
      return 'after the agent failed';
    case 'infrastructure':
      return 'again, the one before did not get to work';
    case 'changes_requested':
      return 'changes requested';
    default:
      return assertNever(cause);
  }
}

/** `1.25 USD`. */
export function describeCost({ amount, currency }: Cost): string {
  return `${amount.toFixed(2)} ${currency}`;
}

/** Milliseconds that an attempt has worked until `now`, without those parked on a person. */
export function workedMsOf(
  { startedAt, settledAt, parkedMs }: Pick<RunAttempt, 'startedAt' | 'settledAt' | 'parkedMs'>,
  now: number,
): number {
  return startedAt === null ? 0 : Math.max(0, (settledAt ?? now) - startedAt - parkedMs);
}
