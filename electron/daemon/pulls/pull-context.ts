import type { Logger } from 'pino';
import type { AgentConfiguration, Profile } from '../../../shared/configuration.ts';
import type { Clock } from '../dispatcher/clock.ts';
import type { DaemonIdentity, Store } from '../store/store.ts';
import type { Forge } from './forge/forge.ts';

/** What the parts that follow pull requests share. */
export interface PullContext {
  readonly me: DaemonIdentity;
  readonly store: Pick<Store, 'runs' | 'pulls' | 'tasks'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly forgeOf: (host: string) => Forge;
  readonly agent: (id: string) => AgentConfiguration | undefined;
  readonly profile: (id: string) => Profile | undefined;
  /** The run has changed: its controller goes on with it. */
  readonly wakeRun: (runId: string) => void;
}

/** Longer than a push with all its hooks may take. What a daemon that died had reserved, its next start gives back. */
export const RESERVATION_MS = 20 * 60_000;
