import type { ApprovalOption } from '../../../shared/board.ts';
import type { AgentConfiguration, Profile } from '../../../shared/configuration.ts';
import type { TaskShape, ToolKind } from '../../../shared/tasks.ts';
import type { TranscriptEntry } from '../../../shared/transcripts.ts';
import type { WorkError } from '../../../shared/work-errors.ts';

/** What a worker is made from. Everything is resolved: nothing is looked up later. */
export interface WorkerSpecification {
  readonly sessionId: string;
  readonly agentId: string;
  readonly agent: AgentConfiguration;
  /** Asked at each request: what is allowed may change while it works. */
  readonly profile: () => Profile;
  readonly shape: TaskShape;
  /** Absolute path of the folder or worktree to work in. */
  readonly workFolder: string;
  /** Lines that open the transcript, such as "no git repository: working in place". */
  readonly notes: readonly string[];
  /** Besides the agent's own, whose values are taken for secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** A session of the agent's own to load; where it cannot, it begins a new one. */
  readonly agentSession: string | null;
}

/** A permission request that the profile did not answer. `requestId` is unique within its worker. */
export interface WorkerQuestion {
  readonly requestId: string;
  readonly title: string;
  readonly toolKind: ToolKind;
  /** The command or the paths it is about, shortened to one line. */
  readonly subject: string;
  /** Why the profile did not answer it, as a sentence. */
  readonly reason: string;
  readonly command: string | null;
  readonly locations: readonly string[];
  readonly diffs: readonly {
    readonly path: string;
    readonly oldText: string | null;
    readonly newText: string;
  }[];
  readonly options: readonly ApprovalOption[];
}

export type TurnResult =
  | { readonly outcome: 'done'; readonly digest: string }
  | {
      readonly outcome: 'failed';
      readonly error: WorkError;
      /** Of a command that ended by itself. */
      readonly exitCode?: number;
    };

/** What a worker reports. Offsets count from 0 without a gap, so that a reader can go on where it stopped. */
export type WorkerEvent = { readonly offset: number; readonly at: number } & (
  | { readonly type: 'transcript'; readonly entry: TranscriptEntry; readonly entryOffset: number }
  | { readonly type: 'question'; readonly question: WorkerQuestion }
  /** The question went away unanswered: its turn ended or its process died. */
  | { readonly type: 'question_withdrawn'; readonly requestId: string }
  /** Exactly one per prompt, whatever happens. */
  | { readonly type: 'turn_ended'; readonly turn: number; readonly result: TurnResult }
  /** The last event of a worker: no process of its group is left. */
  | { readonly type: 'exited'; readonly error: WorkError | null }
);

/** The identity of a process, safe against a reused pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time as the operating system reports it, compared for equality only. */
  readonly startedToken: string;
}

/** The only way to reach a worker. Nothing outside `workers/` holds a pipe or a child process. */
export interface WorkerHandle {
  readonly sessionId: string;
  /** Leader of the worker's process group. */
  readonly process: ProcessIdentity;
  /** What the agent calls its session; null for a command. */
  readonly agentSession: string | null;
  /** Whether it can take a further prompt after a turn (command workers cannot). */
  readonly acceptsPrompts: boolean;
  /** Whether the process is there, seen by asking the operating system. A stopped one is alive. */
  isAlive(): boolean;
  /** Starts a turn and returns its number; the result comes as `turn_ended`. `busy` while a turn is running. */
  prompt(
    text: string,
  ):
    | { readonly outcome: 'accepted'; readonly turn: number }
    | { readonly outcome: 'busy' }
    | { readonly outcome: 'gone' };
  /** Answers an open question by option, or `null` for ACP's `cancelled`. `gone` when it is no longer open. */
  answer(
    requestId: string,
    optionId: string | null,
    by: string,
  ): { readonly outcome: 'answered' } | { readonly outcome: 'gone' };
  /**
   * Asks the agent to end its current turn and answers its open questions with `cancelled`; the session stays.
   * A worker that does not end the turn within its grace period is ended as by `cancel`. Command workers: as `cancel`.
   */
  interrupt(): void;
  /** Adds a line of Fleetboard's own to the transcript. */
  note(text: string): void;
  /** Stops every process of the group (SIGSTOP) or continues it. `unsupported` where the platform cannot. */
  signal(signal: 'stop' | 'continue'): 'signalled' | 'gone' | 'unsupported';
  /** Ends the worker as a group: protocol cancel, term, then kill. Resolves when no process of the group is left. */
  cancel(): Promise<void>;
  /** Delivers the events from an offset on, those that were first, then live. Returns the function that stops it. */
  subscribe(fromOffset: number, listener: (event: WorkerEvent) => void): () => void;
}

export type StartResult =
  | { readonly outcome: 'started'; readonly handle: WorkerHandle }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** Where workers live. Implemented by `LocalWorkerHost` in this process. */
export interface WorkerHost {
  /**
   * Starts a worker: process, handshake, session, mode set and read back.
   * `onProcess` is called in the same turn of the event loop in which the process was created,
   * so that it can be found again after a crash.
   */
  start(
    specification: WorkerSpecification,
    onProcess: (identity: ProcessIdentity) => void,
  ): Promise<StartResult>;
  find(sessionId: string): WorkerHandle | undefined;
  live(): readonly WorkerHandle[];
  /** Ends every worker and resolves when no process is left. */
  stop(): Promise<void>;
}
