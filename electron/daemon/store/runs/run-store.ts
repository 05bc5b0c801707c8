import type { RunListInput, RunPage } from '../../../../shared/contract.ts';
import type { RuleRemovalOutcome, RunStopOutcome } from '../../../../shared/outcomes.ts';
import type {
  AttemptCause,
  AttemptOutcome,
  AttemptPhase,
  Cost,
  RunCard,
  RunEndReason,
  RunHistoryEntry,
  RunLimits,
  RunRule,
  RunStatus,
} from '../../../../shared/runs.ts';
import type { ToolKind } from '../../../../shared/tasks.ts';
import type { DaemonIdentity, Project, Task } from '../store.ts';

/** Where a run works: a worktree of its own on a branch of its own, made from the base. */
export interface RunGround {
  readonly repository: string;
  readonly baseBranch: string;
  readonly baseCommit: string;
  readonly branch: string;
  readonly worktree: string;
}

export interface NewRun extends RunGround {
  readonly id: string;
  readonly projectId: string;
  readonly goal: string;
  readonly agent: string;
  readonly profile: string;
  /** Where it was started: the repository or a folder of it. */
  readonly folder: string;
  readonly check: string;
  readonly limits: RunLimits;
  readonly createdBy: string;
}

/** An attempt that was decided on. Its task's id is fixed here, so that it can never be queued twice. */
export interface PlannedAttempt {
  readonly taskId: string;
  readonly because: AttemptCause;
  readonly prompt: string;
  readonly notBefore: number;
}

export interface Attempt extends PlannedAttempt {
  readonly ordinal: number;
  readonly round: number;
  readonly phase: AttemptPhase;
  readonly outcome: AttemptOutcome | null;
  readonly checkExitCode: number | null;
  readonly checkOutput: string | null;
  readonly failure: string | null;
  readonly tree: string | null;
  readonly commit: string | null;
  readonly cost: Cost | null;
  readonly parkedMs: number;
  readonly startedAt: number | null;
  readonly settledAt: number | null;
  readonly checkedAt: number | null;
}

/** A row of `runs` with its attempts, oldest first. Times are Unix milliseconds. */
export interface Run extends NewRun {
  readonly ownerDaemon: string;
  readonly status: RunStatus;
  readonly endReason: RunEndReason | null;
  readonly stoppedBy: string | null;
  /** Counts the words of people: limits start anew with each. */
  readonly round: number;
  readonly isSetUp: boolean;
  readonly headCommit: string | null;
  readonly merge: { readonly baseCommit: string; readonly commit: string } | null;
  readonly createdAt: number;
  readonly attempts: readonly Attempt[];
}

/** What an attempt left when its task had settled. */
export interface SettledAttempt {
  readonly commit: string | null;
  readonly tree: string | null;
  readonly hasWork: boolean;
  readonly cost: Cost | null;
  readonly parkedMs: number;
  readonly startedAt: number | null;
  readonly settledAt: number;
  /** What was found and done when its work was kept, as sentences. */
  readonly notes: readonly string[];
}

export interface CheckResult {
  /** Null when it did not end by itself. */
  readonly exitCode: number | null;
  readonly output: string;
  /** Identifies the failure; null when the check passed. */
  readonly failure: string | null;
}

export type Decision =
  | { readonly step: 'attempt'; readonly attempt: PlannedAttempt }
  | { readonly step: 'end'; readonly reason: RunEndReason; readonly detail: string };

/** Whether the write was this caller's: `false` when the run or its attempt stood elsewhere. */
export type Won = boolean;

export type RunNotReady =
  | {
      readonly outcome: 'run_not_ready';
      readonly status: RunStatus;
      readonly endReason: RunEndReason | null;
    }
  | { readonly outcome: 'not_owner'; readonly ownerDaemon: string }
  /** It is settled on the forge. */
  | { readonly outcome: 'pull_open'; readonly url: string }
  | { readonly outcome: 'not_found' };

export interface NewRule {
  readonly id: string;
  readonly toolKind: ToolKind;
  readonly subject: string | null;
}

/** Loop runs. As in the queue, each method is one transaction with its whole guard in the WHERE (docs/state-machine.md). */
export interface RunStore {
  /** The run and its first planned attempt. */
  start(
    run: NewRun,
    first: PlannedAttempt,
    project: Project,
    me: DaemonIdentity,
    now: number,
  ): Promise<void>;
  find(id: string): Promise<Run | null>;
  /** Ids of the runs of this daemon that still have something to do or a worktree to lose. */
  open(me: DaemonIdentity): Promise<readonly string[]>;
  /** The task of a planned attempt, queued; null when the attempt was no longer planned or the run no longer works. */
  enqueueIfPlanned(
    id: string,
    ordinal: number,
    me: DaemonIdentity,
    now: number,
  ): Promise<Task | null>;
  markSetUp(id: string, me: DaemonIdentity, now: number): Promise<Won>;
  settleIfEnqueued(
    id: string,
    ordinal: number,
    settled: SettledAttempt,
    me: DaemonIdentity,
    now: number,
  ): Promise<Won>;
  recordCheckIfSettled(
    id: string,
    ordinal: number,
    check: CheckResult,
    me: DaemonIdentity,
    now: number,
  ): Promise<Won>;
  /** The judgement of an attempt and what follows from it: the next one, or the end. */
  decideIfSettled(
    id: string,
    ordinal: number,
    outcome: AttemptOutcome,
    decision: Decision,
    me: DaemonIdentity,
    now: number,
  ): Promise<Won>;
  /** What is only planned ends with it; `taskId` is there while a task has to be cancelled. */
  stopIfWorking(
    id: string,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<RunStopOutcome & { readonly taskId?: string }>;
  requestChangesIfEnded(
    id: string,
    attempt: PlannedAttempt,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<{ readonly outcome: 'attempt_planned'; readonly ordinal: number } | RunNotReady>;
  /** Written before the base is touched, so that a merge that was cut off is known. */
  beginMergeIfEnded(
    id: string,
    merge: {
      readonly baseCommit: string;
      readonly commit: string;
      /** The tip of the run's branch that is merged. */
      readonly headCommit: string;
    },
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<{ readonly outcome: 'merging' } | RunNotReady>;
  /** The base did not move. */
  endMergeIfMerging(id: string, reason: string, me: DaemonIdentity, now: number): Promise<Won>;
  markMergedIfMerging(id: string, me: DaemonIdentity, now: number): Promise<Won>;
  /** It was merged by other hands. */
  markMergedIfEnded(id: string, me: DaemonIdentity, now: number): Promise<Won>;
  /** The worktree and the branch of a settled run are gone. */
  markRemovedIfSettled(id: string, me: DaemonIdentity, now: number): Promise<Won>;
  discardIfEnded(
    id: string,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<{ readonly outcome: 'run_discarded' } | RunNotReady>;
  rules(id: string): Promise<readonly RunRule[]>;
  addRule(id: string, rule: NewRule, me: DaemonIdentity, actor: string, now: number): Promise<Won>;
  removeRule(
    id: string,
    ruleId: string,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<RuleRemovalOutcome>;
  cardOf(id: string): Promise<RunCard | null>;
  history(id: string): Promise<readonly RunHistoryEntry[]>;
  /** Every run of the account, newest first. */
  list(query: RunListInput): Promise<RunPage>;
}
