import { type Settled, successShare } from './numbers.ts';

/** As `75%`; a dash where nothing succeeded or failed. */
export function describeShare(settled: Settled): string {
  const share = successShare(settled);
  return share === null ? '–' : `${Math.round(share * 100)}%`;
}

/** Which attempts the costs leave out; null when none. */
export function describeWithoutCost(attempts: number): string | null {
  if (attempts === 0) return null;
  return attempts === 1
    ? 'Of one attempt the agent named no cost.'
    : `Of ${attempts} attempts the agent named no cost.`;
}
