import type { TaskKind } from '../../shared/tasks.ts';

/** The two current daemons on the file. The third program on it is the old one, which knows neither owners nor generations. */
export const DAEMONS = ['A', 'B'] as const;
export type Daemon = (typeof DAEMONS)[number];

export const PROJECTS = ['p', 'q'] as const;
export type ProjectName = (typeof PROJECTS)[number];

/** Tasks have fixed names, so that a history stays the same history when steps are taken out of it. */
export const TASKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const;
export type TaskName = (typeof TASKS)[number];

/** Requests repeat, as those of an agent do that asks again. */
export const REQUESTS = ['r1', 'r2'] as const;
export type RequestName = (typeof REQUESTS)[number];

/** Times of the histories, few and round, so that deadlines are met to the millisecond. */
export const LEASE_MS = 1_000;
export const HOLD_MAX_MS = 2_000;
/** Jitter and cap such that the first wait (250 ms) feels the jitter and the second (350 ms) the cap. */
export const BACKOFF = { baseMs: 100, capMs: 350, jitter: 0.25 };
export const NO_CAP = 1_000;
export const ACTOR = 'ann';

/** Who reports: the holder of the task's present generation (0), or one that lost it so many generations ago. */
interface OfAClaim {
  readonly task: TaskName;
  readonly generationsAgo: number;
}

/** What one daemon is asked to do with one task. */
interface OfADaemon {
  readonly by: Daemon;
  readonly task: TaskName;
}

/** A member of the union for each of the names. */
type Doing<Name extends string, Details = unknown> = Name extends string
  ? Details & { readonly do: Name }
  : never;

/** One step of a history. Plain data: a history prints as a list of these and is replayed from it. */
export type Step =
  | Doing<
      'enqueue',
      OfADaemon & {
        readonly kind: TaskKind;
        readonly project: ProjectName;
        readonly failureLimit: number;
      }
    >
  | Doing<
      'claim',
      { readonly by: Daemon; readonly cap: number; readonly except: readonly TaskName[] }
    >
  | Doing<'release' | 'markRunning' | 'touch' | 'complete', OfAClaim>
  | Doing<'fail', OfAClaim & { readonly retryable: boolean }>
  | Doing<'reclaimStale' | 'settleHeld' | 'failLapsed' | 'restart', { readonly by: Daemon }>
  | Doing<'hold' | 'unhold' | 'unholdWithoutWorker' | 'cancel' | 'dismiss', OfADaemon>
  | Doing<'ask', OfADaemon & { readonly generationsAgo: number; readonly request: RequestName }>
  | Doing<
      'answer',
      OfADaemon & {
        readonly questionsAgo: number;
        readonly option: 'allow' | 'reject' | 'never-offered';
      }
    >
  /** The agent no longer wants to know. */
  | Doing<'takeBack', { readonly task: TaskName; readonly questionsAgo: number }>
  /** Time passes while everything runs. */
  | Doing<'pass', { readonly ms: number }>
  /** The wall clock jumps and no daemon has noticed yet. */
  | Doing<'jump', { readonly ms: number }>
  /** The machine sleeps, or the clock jumps, and both daemons notice before they do anything else. */
  | Doing<'sleep', { readonly ms: number }>
  | Doing<'shiftDeadlines', { readonly by: Daemon; readonly ms: number }>
  /** The old program inserts a row; what it does later is done by id or status alone. */
  | Doing<
      'oldInsert',
      {
        readonly task: TaskName;
        readonly kind: 'send' | 'spawn';
        readonly project: ProjectName;
      }
    >
  | Doing<'oldClaim' | 'oldFinish', { readonly task: TaskName }>
  | Doing<'oldReclaim'>;

/** Names what was done, for a message. */
export function stepInWords(step: Step): string {
  const { do: name, ...details } = step;
  const words = Object.entries(details).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return `${name}(${words.join(', ')})`;
}
