import type { DaemonIdentity, TaskClaim } from '../../electron/daemon/store/store.ts';
import type { Row } from '../helpers/store-database.ts';
import type { Moment } from './agreement.ts';
import type { QueueState } from './queue-state.ts';
import type { Step } from './steps.ts';

/** What one step did to the tables, and who took it: the invariants see rows, never the model's idea of them. */
export interface Taken {
  readonly step: Step;
  /** Null for time that passes and for the old program. */
  readonly me: DaemonIdentity | null;
  /** The claim under which a worker reported. */
  readonly claim: TaskClaim | null;
  readonly now: number;
  /** Each row as it was (if it was there) and as it is. */
  readonly rows: readonly { readonly was: Row | undefined; readonly is: Row }[];
  readonly changed: readonly { readonly was: Row | undefined; readonly is: Row }[];
  readonly moment: Moment;
}

/** Sentences of section 3 that can be said of rows, audit and events. A sentence that is not so throws. */
export type Invariants = Readonly<Record<string, (taken: Taken) => void>>;

export const TERMINAL = ['done', 'failed', 'blocked', 'cancelled'];
export const IN_FLIGHT = ['claimed', 'running'];
export const isOneOf = (row: Row | undefined, statuses: readonly string[]) =>
  row !== undefined && statuses.includes(String(row.status));
export const isOld = (step: Step) => step.do.startsWith('old');

export function takenFrom(moment: Moment, step: Step, queue: QueueState): Taken {
  const { before, after } = moment;
  const earlier = new Map(before.tasks.map((row) => [row.id, row]));
  const rows = after.tasks.map((is) => ({ was: earlier.get(is.id ?? null), is }));
  const daemon = queue.daemonOf(step);
  return {
    step,
    me: daemon === null ? null : queue.me(daemon),
    claim: 'generationsAgo' in step ? queue.claimOf(step.task, step.generationsAgo) : null,
    now: queue.now,
    rows,
    changed: rows.filter(({ was, is }) => Object.keys(is).some((key) => is[key] !== was?.[key])),
    moment,
  };
}
