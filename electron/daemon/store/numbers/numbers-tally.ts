import { assertNever } from '../../../../shared/assert-never.ts';
import type { Numbers, NumbersBucket, ProjectCost, Settled } from '../../../../shared/numbers.ts';
import type { Period } from '../../../../shared/numbers-period.ts';
import type { Cost, RunEndReason } from '../../../../shared/runs.ts';
import { settledCount } from '../../../../shared/settled-numbers.ts';
import type { TaskStatus } from '../../../../shared/tasks.ts';

/** A task that settled, or an attempt of a run. */
export interface SettledWork {
  readonly isOfRun: boolean;
  readonly status: TaskStatus;
  readonly agent: string;
  readonly projectId: string;
  /** Null when it never ran. */
  readonly startedAt: number | null;
  readonly settledAt: number;
  /** The end of the check of an attempt. */
  readonly checkedAt: number | null;
  readonly waitedMs: number;
  /** One for each currency; none where no agent named any. */
  readonly costs: readonly Cost[];
}

export interface EndedLoop {
  readonly agent: string;
  readonly reason: RunEndReason;
  readonly endedAt: number;
}

type Counted = {
  -readonly [Key in keyof Settled]: { -readonly [Way in keyof Settled[Key]]: number };
};

/** Adds up what settled within the buckets; what settled before or after them is left out. */
export class NumbersTally {
  readonly #buckets: (NumbersBucket & Counted)[];
  readonly #agents = new Map<string, Counted>();
  /** By project and currency. */
  readonly #costs = new Map<string, Omit<ProjectCost, 'projectName'>>();
  #withoutCost = 0;

  /** @param periods Oldest first, without gaps. */
  constructor(periods: readonly Period[]) {
    this.#buckets = periods.map(({ startAt, endAt }) => ({
      startAt,
      endAt,
      ...nothing(),
      waitedMs: 0,
      workedMs: 0,
    }));
  }

  addWork(work: SettledWork): void {
    const bucket = this.#bucketOf(work.settledAt);
    if (bucket === undefined) return;
    const waitedMs = Math.max(0, work.waitedMs);
    bucket.waitedMs += waitedMs;
    if (work.startedAt !== null) {
      // A clock that was set back makes work end before it began.
      const tookMs = (work.checkedAt ?? work.settledAt) - work.startedAt;
      bucket.workedMs += Math.max(0, tookMs - waitedMs);
    }
    this.#addCosts(work);
    if (work.isOfRun) return;
    for (const { tasks } of [bucket, this.#agent(work.agent)]) countTask(tasks, work.status);
  }

  addLoop({ agent, reason, endedAt }: EndedLoop): void {
    const bucket = this.#bucketOf(endedAt);
    if (bucket === undefined) return;
    for (const { runs } of [bucket, this.#agent(agent)]) countRun(runs, reason);
  }

  /** @param nameOf Of a project, by its id. */
  numbers(nameOf: (projectId: string) => string): Omit<Numbers, 'span' | 'timeZone'> {
    return {
      buckets: this.#buckets,
      agents: [...this.#agents]
        .map(([agent, settled]) => ({ agent, ...settled }))
        .sort(
          (one, other) => settledCount(other) - settledCount(one) || byText(one.agent, other.agent),
        ),
      costs: [...this.#costs.values()]
        .map((cost) => ({
          ...cost,
          amount: withoutFloatNoise(cost.amount),
          projectName: nameOf(cost.projectId),
        }))
        .sort(
          (one, other) =>
            byText(one.currency, other.currency) ||
            other.amount - one.amount ||
            byText(one.projectName, other.projectName),
        ),
      withoutCost: this.#withoutCost,
    };
  }

  #bucketOf(at: number) {
    return this.#buckets.find(({ startAt, endAt }) => startAt <= at && at < endAt);
  }

  #agent(name: string): Counted {
    const counted = this.#agents.get(name) ?? nothing();
    this.#agents.set(name, counted);
    return counted;
  }

  #addCosts({ costs, projectId, startedAt }: SettledWork): void {
    // What never ran costs nothing.
    if (costs.length === 0 && startedAt !== null) this.#withoutCost += 1;
    for (const { amount, currency } of costs) {
      const key = JSON.stringify([projectId, currency]);
      const before = this.#costs.get(key);
      this.#costs.set(key, {
        projectId,
        currency,
        amount: (before?.amount ?? 0) + Math.max(0, amount),
        tasks: (before?.tasks ?? 0) + 1,
      });
    }
  }
}

function nothing(): Counted {
  return {
    tasks: { done: 0, failed: 0, cancelled: 0 },
    runs: { passed: 0, failed: 0, stopped: 0 },
  };
}

function countTask(tasks: Counted['tasks'], status: TaskStatus): void {
  switch (status) {
    case 'done':
      tasks.done += 1;
      return;
    case 'failed':
    case 'blocked':
      tasks.failed += 1;
      return;
    case 'cancelled':
      tasks.cancelled += 1;
      return;
    case 'queued':
    case 'claimed':
    case 'running':
    case 'held':
      return;
    default:
      assertNever(status);
  }
}

function countRun(runs: Counted['runs'], reason: RunEndReason): void {
  switch (reason) {
    case 'passed':
      runs.passed += 1;
      return;
    case 'stopped':
      runs.stopped += 1;
      return;
    case 'exhausted':
    case 'timed_out':
    case 'over_budget':
    case 'stalled':
    case 'failed_to_start':
      runs.failed += 1;
      return;
    default:
      assertNever(reason);
  }
}

/** 0.1 + 0.2 is 0.3; agents tell no smaller parts than millionths. */
function withoutFloatNoise(amount: number): number {
  return Number(amount.toFixed(6));
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
