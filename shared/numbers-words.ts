import type { Settled } from './numbers.ts';
import { successShare } from './settled-numbers.ts';

/** As `75%`; a dash where nothing succeeded or failed. */
export function describeShare(settled: Settled): string {
  const share = successShare(settled);
  return share === null ? '–' : `${Math.round(share * 100)}%`;
}

/** How many tasks, attempts of runs among them, the costs leave out; null when none. */
export function describeWithoutCost(tasks: number): string | null {
  if (tasks === 0) return null;
  return tasks === 1
    ? 'Of one task the agent named no cost.'
    : `Of ${tasks} tasks the agent named no cost.`;
}
