import type { Logger } from 'pino';
import type { AgentConfiguration, DispatchLimits, Profile } from '../../../shared/configuration.ts';
import type { WorkError } from '../../../shared/work-errors.ts';
import type { Backoff, DaemonIdentity, Store, Task } from '../store/store.ts';
import type { WorkerHandle, WorkerHost } from '../workers/worker-handle.ts';
import type { AttemptHooks } from './attempt-hooks.ts';
import type { Clock } from './clock.ts';
import type { LiveWork } from './live-work.ts';

export type PreparedFolder =
  | {
      readonly outcome: 'ready';
      readonly workFolder: string;
      readonly branch: string | null;
      readonly notes: readonly string[];
      /** What is worth saying but not worth waiting for: asked once the worker is at work. */
      readonly lateNote: () => Promise<string | null>;
      /** Removes what was made for this start, unless somebody would miss it. */
      readonly discardIfUntouched: () => Promise<void>;
    }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** What the parts of the dispatcher share. */
export interface DispatchContext {
  readonly me: DaemonIdentity;
  readonly store: Store;
  readonly workers: WorkerHost;
  readonly live: LiveWork;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: () => DispatchLimits;
  readonly agent: (id: string) => AgentConfiguration | undefined;
  readonly profile: (id: string) => Profile | undefined;
  /** Where attempts of loop runs are looked after. */
  readonly attempts?: AttemptHooks;
  readonly prepareFolder: (task: Task) => Promise<PreparedFolder>;
  /** Clears what the starts of a reclaimed task left behind, unless somebody would miss it. */
  readonly clearLeftFolders: (task: Task) => Promise<void>;
  /** Shows on the board what the worker does. */
  readonly watch: (handle: WorkerHandle) => void;
  /** For what must reach the database however long it cannot be written: what a worker reports, and a start under way. */
  readonly untilWritten: <Outcome>(write: () => Promise<Outcome>) => Promise<Outcome>;
  /** Looks for work again at once. */
  readonly kick: () => void;
}

export function backoffOf(context: DispatchContext): Backoff {
  const { backoffBaseMs, leaseMs } = context.limits();
  return { baseMs: backoffBaseMs, capMs: leaseMs, jitter: Math.random() };
}

/** Whoever looks after the run of an attempt; undefined for every other task. */
export function hooksOf(context: DispatchContext, task: Task): AttemptHooks | undefined {
  return task.runId === null ? undefined : context.attempts;
}
