import type { Numbers, Settled, TaskCounts } from './numbers.ts';

/** Those of tasks and runs together, as three ways in which work ends. */
export function endingsOf({ tasks, runs }: Settled): TaskCounts {
  return {
    done: tasks.done + runs.passed,
    failed: tasks.failed + runs.failed,
    cancelled: tasks.cancelled + runs.stopped,
  };
}

export function settledCount(settled: Settled): number {
  const { done, failed, cancelled } = endingsOf(settled);
  return done + failed + cancelled;
}

/** Of what was not cancelled, from 0 to 1; null when there is none. */
export function successShare(settled: Settled): number | null {
  const { done, failed } = endingsOf(settled);
  return done + failed === 0 ? null : done / (done + failed);
}

/** Whether nothing settled, and no attempt either. */
export function areEmpty({ buckets, agents, costs, withoutCost }: Numbers): boolean {
  const hasTime = buckets.some(({ waitedMs, workedMs }) => waitedMs + workedMs > 0);
  return !hasTime && agents.length === 0 && costs.length === 0 && withoutCost === 0;
}
