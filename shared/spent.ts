import type { Cost, RunAttempt } from './runs.ts';

/** Milliseconds that an attempt and its check worked, without the time parked on a person; 0 until it has settled. */
export function workedMsOf(
  attempt: Pick<RunAttempt, 'startedAt' | 'settledAt' | 'checkedAt' | 'parkedMs'>,
): number {
  const { startedAt, settledAt, checkedAt, parkedMs } = attempt;
  if (startedAt === null || settledAt === null) return 0;
  return Math.max(0, (checkedAt ?? settledAt) - startedAt - parkedMs);
}

/** Null where no agent reported any. Agents of one run report in one currency. */
export function costOf(attempts: readonly Pick<RunAttempt, 'cost'>[]): Cost | null {
  const costs = attempts.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const [first] = costs;
  if (first === undefined) return null;
  const amount = costs.reduce((sum, cost) => sum + cost.amount, 0);
  return { amount, currency: first.currency };
}
