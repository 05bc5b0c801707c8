import type { Profile } from '../../../shared/configuration.ts';
import type { WorkError } from '../../../shared/work-errors.ts';
import type { Task } from '../store/store.ts';
import type { WorkerHandle } from '../workers/worker-handle.ts';
import type { PreparedFolder } from './dispatch-context.ts';

/** What a worker of an attempt is made from. */
export type AttemptGround =
  | {
      readonly outcome: 'ready';
      readonly folder: Extract<PreparedFolder, { outcome: 'ready' }>;
      /** Asked at each request of the agent: rules can be added while it works. */
      readonly profile: () => Profile;
      readonly env: Readonly<Record<string, string>>;
      /** A session of the agent's to load, where it can. */
      readonly agentSession: string | null;
    }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** All that the queue knows of loop runs: what it asks and tells their controller, about attempts of runs only. */
export interface AttemptHooks {
  /** The live session of the same run that takes the attempt up; null: it needs a worker. */
  continueAttempt(task: Task): Promise<string | null>;
  spawnAttemptWorker(task: Task): Promise<AttemptGround>;
  onAttemptStarted(task: Task, worker: WorkerHandle): void;
  /** It is parked on a person; `onAttemptResumed` follows unless it settles. */
  onAttemptWaiting(task: Task): void;
  onAttemptResumed(task: Task): void;
  /** A person or a limit stops it; what is being made ready for it may end at once. */
  onAttemptCancelled(task: Task): void;
  /** Committed, whatever the ending was; nothing of its own works for it any more. */
  onAttemptSettled(task: Task): void;
}
