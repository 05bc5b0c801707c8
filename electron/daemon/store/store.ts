import type { Card } from '../../../shared/board.ts';
import type { BoardDelta } from '../../../shared/board-delta.ts';
import type { Approval, AuditEntry, TaskListInput, TaskPage } from '../../../shared/contract.ts';
import type { DispatchEvent, DispatchEventPage } from '../../../shared/dispatch-events.ts';
import type { OldWriter } from '../../../shared/fleet.ts';
import type { IdMatches, Nameable, SessionListInput, SessionPage } from '../../../shared/lookup.ts';
import type { Numbers, NumbersInput } from '../../../shared/numbers.ts';
import type {
  AnswerOutcome,
  CancelOutcome,
  ConductOutcome,
  DismissOutcome,
  HoldOutcome,
  UnholdOutcome,
} from '../../../shared/outcomes.ts';
import type { Cost } from '../../../shared/runs.ts';
import type { SessionState, TaskKind, TaskShape, TaskStatus } from '../../../shared/tasks.ts';
import type { WorkError } from '../../../shared/work-errors.ts';
import type { ProcessIdentity, WorkerQuestion } from '../workers/worker-handle.ts';
import type { PullStore } from './pulls/pull-store.ts';
import type { RunStore } from './runs/run-store.ts';

/** Which daemon acts: `owner` is its address and survives restarts, `bootId` is new at every start. */
export interface DaemonIdentity {
  readonly owner: string;
  readonly bootId: string;
}

/** A row of `dispatch_tasks`. Times are Unix milliseconds. */
export interface Task {
  readonly id: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly kind: TaskKind;
  readonly shape: TaskShape;
  readonly targetSession: string | null;
  readonly folder: string;
  readonly prompt: string;
  readonly agent: string;
  readonly profile: string;
  readonly status: TaskStatus;
  readonly attempts: number;
  readonly failureLimit: number;
  readonly notBefore: number | null;
  readonly claimOwner: string | null;
  readonly claimedAt: number | null;
  readonly workerSessionId: string | null;
  readonly workFolder: string | null;
  readonly branch: string | null;
  readonly digest: string | null;
  readonly error: WorkError | null;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly startedAt: number | null;
  readonly settledAt: number | null;
  readonly ownerDaemon: string | null;
  readonly runId: string | null;
  readonly attemptId: string | null;
  readonly generation: number;
  readonly heldUntil: number | null;
  readonly dismissedBy: string | null;
  /** A send that tells a conductor what settled. */
  readonly isDelivery: boolean;
  /** Milliseconds parked on a person, without a hold that is still on. */
  readonly parkedMs: number;
}

export interface NewTask {
  readonly id: string;
  readonly projectId: string;
  readonly kind: TaskKind;
  readonly shape: TaskShape;
  readonly targetSession: string | null;
  readonly folder: string;
  readonly prompt: string;
  readonly agent: string;
  readonly profile: string;
  readonly failureLimit: number;
  readonly createdBy: string;
  readonly runId?: string;
  readonly attemptId?: string;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
}

/** A task under the generation in which the caller holds it. */
export interface TaskClaim {
  readonly id: string;
  readonly generation: number;
}

/** Why a guarded write changed nothing. A stale result is in the audit with both generations. */
export type NotHeld =
  | { readonly outcome: 'stale'; readonly generation: number; readonly status: TaskStatus }
  | { readonly outcome: 'not_found' };

/** How a task ended, or that it goes back to the queue. `kept`: it is held, and the result waits for the unhold. */
export type EndOutcome =
  | { readonly outcome: 'settled'; readonly task: Task }
  | { readonly outcome: 'requeued'; readonly task: Task }
  | { readonly outcome: 'kept' }
  | NotHeld;

export type MarkRunningOutcome =
  | { readonly outcome: 'running' }
  /** Held while its worker was starting: the worker is attached and must be parked. */
  | { readonly outcome: 'held' }
  | NotHeld;

export type ReleaseOutcome = { readonly outcome: 'released' } | NotHeld;

export interface ClaimRequest {
  readonly me: DaemonIdentity;
  /** Workers at work at the same time, per tenant on this daemon. */
  readonly workerCap: number;
  readonly excludedIds: readonly string[];
  readonly now: number;
}

export interface Backoff {
  readonly baseMs: number;
  /** The longest wait. */
  readonly capMs: number;
  /** 0 up to 1: how much of the jitter applies this time. */
  readonly jitter: number;
}

export interface RunningAt {
  readonly sessionId: string;
  readonly workFolder: string;
  readonly branch: string | null;
}

export interface NewSession {
  readonly id: string;
  readonly projectId: string;
  readonly taskId: string;
  readonly agent: string;
  readonly title: string;
  readonly acceptsPrompts: boolean;
  readonly folder: string;
  readonly branch: string | null;
}

export interface Session extends NewSession {
  readonly ownerDaemon: string;
  readonly bootId: string;
  readonly state: SessionState;
  readonly createdAt: number;
  readonly agentSessionId: string | null;
}

export interface RecordedProcess extends ProcessIdentity {
  readonly sessionId: string;
}

/** An open question of a task that this daemon runs, as the dispatcher needs it. */
export interface AskedQuestion {
  readonly approvalId: string;
  readonly taskId: string;
  readonly sessionId: string;
  readonly requestId: string;
  readonly generation: number;
}

export type AskOutcome =
  /** A person answered it already, while its agent was away. */
  | {
      readonly outcome: 'answered_before';
      readonly approvalId: string;
      readonly optionId: string;
      readonly by: string;
    }
  /** The attempt is held until the answer. */
  | { readonly outcome: 'held'; readonly approvalId: string }
  /** A send or a spawn keeps its state; its lease is renewed while it waits. */
  | { readonly outcome: 'waiting'; readonly approvalId: string }
  | NotHeld;

/** `ended` is there when a result had been kept during the hold and was applied. */
export type ResumeOutcome = UnholdOutcome & { readonly task?: Task; readonly ended?: EndOutcome };
export type AnswerResult = AnswerOutcome & {
  readonly question?: AskedQuestion;
  readonly task?: Task;
  readonly ended?: EndOutcome;
};

/** What a tick has to see to. */
export interface DueNow {
  /** Tasks at work whose worker is gone: for `reclaimStale`. */
  readonly stale: boolean;
  /** Holds that are over: for `settleHeld`. */
  readonly held: boolean;
  /** Questions that waited too long: for `lapsed`. */
  readonly lapsed: boolean;
  /** Conductors that are idle: for `waiting`. */
  readonly conductors: boolean;
}

/** The queue. Each method that changes a row is one transaction with its whole guard in the WHERE (docs/state-machine.md). */
export interface TaskStore {
  enqueue(task: NewTask, project: Project, me: DaemonIdentity, now: number): Promise<Task>;
  claimNext(request: ClaimRequest): Promise<Task | null>;
  /** As many times `claimNext` in one transaction: fewer come when no more may be claimed. */
  claimUpTo(atMost: number, request: ClaimRequest): Promise<readonly Task[]>;
  release(claim: TaskClaim, reason: string, now: number): Promise<ReleaseOutcome>;
  markRunning(claim: TaskClaim, at: RunningAt, now: number): Promise<MarkRunningOutcome>;
  /** Renews the leases of the claims that still stand; returns those that do not. */
  touch(claims: readonly TaskClaim[], now: number): Promise<readonly TaskClaim[]>;
  complete(claim: TaskClaim, digest: string, now: number): Promise<EndOutcome>;
  fail(claim: TaskClaim, error: WorkError, backoff: Backoff, now: number): Promise<EndOutcome>;
  /** Each reclaimed task as it is now; `workerSessionId` still names the worker it had. */
  reclaimStale(me: DaemonIdentity, leaseMs: number, now: number): Promise<readonly Task[]>;
  hold(
    id: string,
    me: DaemonIdentity,
    holdMaxMs: number,
    actor: string,
    now: number,
  ): Promise<HoldOutcome & { task?: Task }>;
  unhold(
    id: string,
    me: DaemonIdentity,
    actor: string,
    backoff: Backoff,
    now: number,
  ): Promise<ResumeOutcome>;
  /** As `unhold`, for a held attempt whose worker is gone: open questions expire and the kept result is applied. */
  unholdWithoutWorker(
    id: string,
    me: DaemonIdentity,
    backoff: Backoff,
    now: number,
  ): Promise<ResumeOutcome>;
  settleHeld(me: DaemonIdentity, now: number): Promise<readonly Task[]>;
  /** Moves what waits on a person by the time that the machine slept or the clock jumped. */
  shiftDeadlines(me: DaemonIdentity, byMs: number, now: number): Promise<number>;
  cancel(
    id: string,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<CancelOutcome & { task?: Task }>;
  dismiss(id: string, actor: string, now: number): Promise<DismissOutcome>;
  find(id: string): Promise<Task | null>;
  /** What a conductor sees: no attempts. */
  listForConductor(projectId: string, limit: number): Promise<readonly Task[]>;
  /** One read: nearly every tick finds nothing, and must not take the lock for it. */
  dueNow(me: DaemonIdentity, leaseMs: number, now: number): Promise<DueNow>;
  /** When the earliest queued task that waits for its time may start; null when none waits. */
  nextDueAt(me: DaemonIdentity, now: number): Promise<number | null>;
}

export interface ApprovalStore {
  ask(
    claim: TaskClaim,
    sessionId: string,
    question: WorkerQuestion,
    me: DaemonIdentity,
    holdMaxMs: number,
    now: number,
  ): Promise<AskOutcome>;
  answer(
    approvalId: string,
    optionId: string,
    me: DaemonIdentity,
    actor: string,
    backoff: Backoff,
    now: number,
  ): Promise<AnswerResult>;
  /** The agent took its question back. Returns whether it was still open. */
  expireIfOpen(taskId: string, sessionId: string, requestId: string, now: number): Promise<boolean>;
  /** Open questions of running sends and spawns that waited too long. */
  lapsed(me: DaemonIdentity, now: number): Promise<readonly AskedQuestion[]>;
  ofTask(taskId: string): Promise<readonly Approval[]>;
  /** With the run whose attempt asked it; null for one of another task. */
  find(
    approvalId: string,
  ): Promise<{ readonly approval: Approval; readonly runId: string | null } | null>;
}

export interface SessionStore {
  begin(session: NewSession, me: DaemonIdentity, now: number): Promise<void>;
  setStateIfLive(id: string, state: Exclude<SessionState, 'ended'>): Promise<boolean>;
  setTaskIfLive(id: string, taskId: string): Promise<boolean>;
  /** What the agent calls its session, so that it can be loaded after its process is gone. */
  setAgentSession(id: string, agentSessionId: string): Promise<void>;
  endIfLive(id: string, now: number): Promise<boolean>;
  /** The session is over if it was not, and its process is verifiably gone. */
  endWithProcess(id: string, now: number): Promise<void>;
  /** Ends the sessions that an earlier boot of this daemon left open; returns their ids. */
  endOfEarlierBoots(me: DaemonIdentity, now: number): Promise<readonly string[]>;
  find(id: string): Promise<Session | null>;
  ofTask(taskId: string): Promise<readonly Session[]>;
  recordProcess(process: RecordedProcess, me: DaemonIdentity, now: number): Promise<void>;
  forgetProcess(sessionId: string): Promise<void>;
  processesOf(owner: string): Promise<readonly RecordedProcess[]>;
}

export interface BoardStore {
  /** Rows newer than a revision, oldest change first, at most `limit` of them. */
  changesSince(since: number, limit: number): Promise<BoardDelta>;
  currentRevision(): Promise<number>;
  cardOf(taskId: string): Promise<Card | null>;
  /** Changes when another process wrote to the database. */
  dataVersion(): number;
  auditOf(taskId: string): Promise<readonly AuditEntry[]>;
  recentFolders(limit: number): Promise<readonly string[]>;
  /** Every task of the account, newest first. */
  list(query: TaskListInput): Promise<TaskPage>;
  /** Newest first. */
  listSessions(query: SessionListInput): Promise<SessionPage>;
  /** What an abbreviated id can mean. */
  findIds(of: Nameable, prefix: string): Promise<IdMatches>;
}

/** A row of `daemons`. `stoppedAt` is null until it quits in an orderly way. */
export interface RegisteredDaemon {
  readonly owner: string;
  readonly bootId: string;
  readonly machine: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: number;
  readonly heartbeatAt: number;
  readonly stoppedAt: number | null;
}

/** Who shares the database. */
export interface FleetStore {
  register(
    me: DaemonIdentity,
    about: Pick<RegisteredDaemon, 'machine' | 'pid' | 'version'>,
    now: number,
  ): Promise<void>;
  /** Returns whether this boot is still the one that is registered. */
  beatIfRegistered(me: DaemonIdentity, now: number): Promise<boolean>;
  markStoppedIfRegistered(me: DaemonIdentity, now: number): Promise<boolean>;
  daemons(): Promise<readonly RegisteredDaemon[]>;
  oldWriter(): Promise<OldWriter | null>;
}

/** What waits for an idle conductor, oldest first. */
export interface WaitingEvents {
  readonly projectId: string;
  readonly sessionId: string;
  readonly events: readonly DispatchEvent[];
  /** How many wait beyond those. */
  readonly furtherCount: number;
}

export interface NewDelivery {
  readonly taskId: string;
  readonly sessionId: string;
  /** It tells of every waiting event up to this one. */
  readonly upTo: number;
  readonly prompt: string;
  readonly failureLimit: number;
}

export type DeliverOutcome =
  | { readonly outcome: 'enqueued'; readonly eventCount: number }
  /** Its session is busy, was replaced, has ended, or has a delivery that failed and that nobody has looked at. */
  | { readonly outcome: 'not_ready' };

/** What settled, and telling it to the conductors of the projects. */
export interface EventStore {
  /** Names the session as conductor of its project, in place of another, or clears it. */
  conduct(
    sessionId: string,
    conducts: boolean,
    me: DaemonIdentity,
    now: number,
  ): Promise<ConductOutcome>;
  /** For each idle conductor of this daemon what waits for it; at most `limit` events each. */
  waiting(me: DaemonIdentity, limit: number): Promise<readonly WaitingEvents[]>;
  /** One send to the session, and the events bound to it, in one transaction. They count as delivered once it is done. */
  deliverIfIdle(delivery: NewDelivery, me: DaemonIdentity, now: number): Promise<DeliverOutcome>;
  list(since: number, limit: number): Promise<DispatchEventPage>;
  /** The newest events of a project, newest first. */
  latest(projectId: string, limit: number): Promise<readonly DispatchEvent[]>;
  /** Position of the newest event; 0 when there is none. */
  lastPosition(): Promise<number>;
}

/** What settled, counted. */
export interface NumbersStore {
  /** Adds to what a task outside of runs has cost; nothing when there is no such task. */
  addCost(taskId: string, cost: Cost): Promise<void>;
  /** Reads every row that settled since the period began, a few at a time; one that changes meanwhile may be left out. */
  read(input: NumbersInput): Promise<Numbers>;
}

export interface Store {
  readonly tasks: TaskStore;
  readonly fleet: FleetStore;
  readonly events: EventStore;
  readonly approvals: ApprovalStore;
  readonly sessions: SessionStore;
  readonly board: BoardStore;
  readonly runs: RunStore;
  readonly pulls: PullStore;
  readonly numbers: NumbersStore;
  /** Closes the database at once. Resolves when no thread of it is left. */
  close(): Promise<void>;
}
