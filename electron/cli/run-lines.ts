import { assertNever } from '../../shared/assert-never.ts';
import { describeDuration } from '../../shared/durations.ts';
import { pullLine } from '../../shared/pull-words.ts';
import { attemptWord, describeCost, isHeldByHand, runWord } from '../../shared/run-words.ts';
import type { RunAttempt, RunCard } from '../../shared/runs.ts';
import { firstLine, styled } from './terminal.ts';

/** Where a run stands, as the end of a line. */
export function whereItStands(run: RunCard): string {
  const word = runWord(run).toLowerCase();
  switch (run.status) {
    case 'working': {
      if (run.question !== null) return `asks: ${firstLine(run.question.title)}`;
      const last = run.attempts.at(-1);
      if (last === undefined || isHeldByHand(run)) return word;
      return `attempt ${last.ordinal}: ${attemptResult(last)}`;
    }
    case 'ended':
      if (run.pull !== null) return `${word}, ${firstLine(pullLine(run.pull))}`;
      return run.endDetail === null ? word : `${word}: ${firstLine(run.endDetail)}`;
    case 'merging':
    case 'merged':
    case 'discarded':
      return word;
    default:
      return assertNever(run.status);
  }
}

/** `check failed, exit 1`. */
export function attemptResult(attempt: RunAttempt): string {
  const word = attemptWord(attempt).toLowerCase();
  const { outcome, checkExitCode } = attempt;
  return outcome === 'check_failed' && checkExitCode !== null
    ? `${word}, exit ${checkExitCode}`
    : word;
}

/** What a run has used of each of its limits, which count from the last words of a person. */
export function limitsUsed({ attempts, limits, cost }: RunCard, now: number) {
  const first = attempts.findLastIndex(({ because }) => because === 'changes_requested');
  const counted = attempts.slice(Math.max(0, first));
  const failed = counted.filter(
    ({ outcome }) =>
      outcome === 'check_failed' || outcome === 'agent_failed' || outcome === 'denied',
  ).length;
  const worked = counted.reduce((sum, attempt) => sum + workedMs(attempt, now), 0);
  const spent = counted.reduce((sum, attempt) => sum + (attempt.cost?.amount ?? 0), 0);
  const { maxAttempts, maxMs, maxCost } = limits;
  const since = first > 0 ? ` since attempt ${first + 1}` : '';
  return {
    attempts: `${attempts.length} so far; ${failed} of at most ${maxAttempts} failed${since}`,
    worked: `${describeDuration(worked)}${maxMs === null ? '' : ` of ${describeDuration(maxMs)}`}${since}`,
    cost: costUsed(cost === null ? null : { ...cost, amount: spent }, maxCost),
  };
}

/** Milliseconds that an attempt and its check took, without those parked on a person. */
export function workedMs(
  { startedAt, settledAt, checkedAt, parkedMs }: RunAttempt,
  now: number,
): number {
  if (startedAt === null) return 0;
  return Math.max(0, (checkedAt ?? settledAt ?? now) - startedAt - parkedMs);
}

export function colouredRunWord(run: RunCard): string {
  const word = runWord(run).toLowerCase();
  switch (run.state) {
    case 'awaiting':
      return styled('yellow', word);
    case 'blocked':
    case 'failed':
      return styled('red', word);
    case 'working':
      return styled('blue', word);
    case 'done':
      return styled('green', word);
    case 'queued':
    case 'disconnected':
    case 'cancelled':
    case 'idle':
      return styled('gray', word);
    default:
      return assertNever(run.state);
  }
}

function costUsed(spent: RunCard['cost'], maxCost: number | null): string | null {
  if (spent === null) return maxCost === null ? null : `not reported yet, of ${maxCost.toFixed(2)}`;
  return `${describeCost(spent)}${maxCost === null ? '' : ` of ${maxCost.toFixed(2)}`}`;
}
