import type { Logger } from 'pino';
import type {
  AgentConfiguration,
  DispatchLimits,
  Profile,
  ProjectConfiguration,
} from '../../../shared/configuration.ts';
import type { Clock } from '../dispatcher/clock.ts';
import type { DaemonIdentity, Store } from '../store/store.ts';
import type { WorkerHost } from '../workers/worker-handle.ts';

/** The queue, as much of it as a loop may touch: never its tables. */
export interface LoopQueue {
  /** Stops a task in any state. Resolves when no process of it is left. */
  readonly cancel: (taskId: string, actor: string) => Promise<void>;
  /** Ends a session that no task works in. */
  readonly endSession: (sessionId: string) => Promise<void>;
}

/** What the parts of the loop controller share. */
export interface LoopContext {
  readonly me: DaemonIdentity;
  readonly home: string;
  readonly store: Pick<Store, 'runs' | 'tasks' | 'sessions' | 'approvals'>;
  readonly queue: LoopQueue;
  readonly workers: WorkerHost;
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: () => DispatchLimits;
  readonly agent: (id: string) => AgentConfiguration | undefined;
  readonly profile: (id: string) => Profile | undefined;
  readonly project: (repository: string) => ProjectConfiguration | undefined;
  /** The loop of a run is over; whoever publishes it goes on. */
  readonly onEnded: (runId: string) => void;
  /** For what must reach the database however long it cannot be written. */
  readonly untilWritten: <Outcome>(write: () => Promise<Outcome>) => Promise<Outcome>;
}
