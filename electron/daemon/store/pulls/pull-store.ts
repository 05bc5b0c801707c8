import type { Problem } from '../../../../shared/problems.ts';
import type { LostRace, PullFactsShown, PullStatus } from '../../../../shared/pulls.ts';
import type { DaemonIdentity, Task } from '../store.ts';

export interface PullName {
  readonly host: string;
  /** `owner/name` */
  readonly repository: string;
  readonly number: number;
}

/** What owns a pull request: a run, and the attempt that speaks for it, named by its task. */
export interface Unit {
  readonly runId: string;
  readonly unit: string;
}

export interface PullOwner extends Unit {
  /** Null: nobody is about to change it. */
  readonly reservedUntilAt: number | null;
}

/** A row of `run_pulls`, every column of it. Times are Unix milliseconds. */
export interface RunPullRow {
  readonly runId: string;
  readonly host: string;
  readonly repository: string;
  readonly number: number | null;
  readonly url: string | null;
  readonly status: PullStatus;
  readonly remote: string;
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly unit: string;
  readonly requester: string;
  readonly pushedCommit: string | null;
  readonly approvedHead: string | null;
  readonly facts: PullFactsShown | null;
  readonly factsTag: string | null;
  readonly trouble: Problem | null;
  readonly failures: number;
  readonly nextReadAt: number | null;
  /** The row that a continuation replaced, for as long as that can be taken back. */
  readonly continuedFrom: RunPullRow | null;
  readonly version: number;
}

export type Reserved =
  | { readonly outcome: 'reserved' }
  | { readonly outcome: 'pull_reserved'; readonly untilAt: number }
  | { readonly outcome: 'publication_ownership_changed'; readonly ownedBy: string };

export type Claimed =
  | { readonly outcome: 'claimed' }
  | { readonly outcome: 'publication_ownership_changed'; readonly ownedBy: string };

export type Written = { readonly outcome: 'written' } | RaceLost;
export type RaceLost = { readonly outcome: 'race_lost'; readonly race: LostRace };

export interface Evidence extends PullName {
  readonly kind: 'coding_completed' | 'approval_posted';
  readonly runId: string;
  readonly unit: string;
  readonly requester: string;
  readonly head: string;
}

export interface Continuation {
  /** The row as it was read before the facts were. */
  readonly before: RunPullRow & PullName;
  /** What proves that this caller reserved it. */
  readonly token: string;
  readonly attempt: { readonly taskId: string; readonly prompt: string };
}

export type Continued =
  | {
      readonly outcome: 'continued';
      readonly ordinal: number;
      readonly task: Task;
      readonly after: RunPullRow;
    }
  | RaceLost;

export type NextFacts = Pick<
  RunPullRow,
  'status' | 'approvedHead' | 'facts' | 'factsTag' | 'trouble' | 'failures' | 'nextReadAt'
>;

/**
 * Pull requests and who owns them. Every change of a row compares all of it as the caller read it; whoever loses a
 * comparison changes nothing and is told which one it was.
 */
export interface PullStore {
  find(runId: string): Promise<RunPullRow | null>;
  /** Ids of the runs of this daemon whose pull request is followed. */
  followed(me: DaemonIdentity): Promise<readonly string[]>;
  ownerOf(pull: PullName): Promise<PullOwner | null>;
  evidenceOf(pull: PullName): Promise<readonly Evidence[]>;

  /** A run that has ended with work begins to publish; where it did before, that row is compared and replaced. */
  beginPublish(
    row: Omit<RunPullRow, 'version' | 'status' | 'number' | 'url'>,
    before: RunPullRow | null,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<Written>;
  /** The forge has given a number: the pull request is claimed with it, unless somebody owns it. */
  recordOpened(
    before: RunPullRow,
    opened: { readonly number: number; readonly url: string; readonly pushedCommit: string },
    me: DaemonIdentity,
    now: number,
  ): Promise<Claimed | RaceLost>;
  /** Under its reservation: the branch is at this commit on the forge. */
  recordPushed(
    before: RunPullRow & PullName,
    pushed: { readonly unit: string; readonly commit: string; readonly token: string },
    me: DaemonIdentity,
    now: number,
  ): Promise<Written>;
  recordFacts(
    before: RunPullRow,
    next: NextFacts,
    evidence: readonly Evidence[],
    me: DaemonIdentity,
    now: number,
  ): Promise<Written>;
  continueIfUnchanged(
    continuation: Continuation,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<Continued>;
  /** What a continuation replaced comes back, if nothing newer is there: its attempt changed nothing. */
  rollBackIfUnchanged(
    after: RunPullRow & PullName,
    before: RunPullRow,
    me: DaemonIdentity,
    now: number,
  ): Promise<Written>;
  beginMerge(
    before: RunPullRow & PullName,
    token: string,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<Written>;
  /** The run is merged with it, if all that it made was in it. Returns whether it is. */
  recordMerged(
    runId: string,
    merged: {
      readonly commit: string | null;
      /** What was merged. */
      readonly headCommit: string;
      readonly facts: PullFactsShown | null;
    },
    me: DaemonIdentity,
    now: number,
  ): Promise<boolean>;

  claimIfUnowned(pull: PullName, unit: Unit, now: number): Promise<Claimed>;
  reserve(
    pull: PullName,
    unit: Unit,
    token: string,
    expiresAt: number,
    now: number,
  ): Promise<Reserved>;
  /** A comparison that was lost, in the history of the run. */
  recordLoss(runId: string, detail: string, me: DaemonIdentity, now: number): Promise<void>;
  /** Gives back what an earlier boot of this daemon had reserved. */
  unreserveOfEarlierBoots(me: DaemonIdentity, now: number): Promise<number>;
  /** Gives a reservation back. Returns whether it was still this one. */
  unreserve(token: string, now: number): Promise<boolean>;
  /** Needs the token and the still-current owner. */
  transfer(pull: PullName, token: string, from: Unit, to: Unit, now: number): Promise<Written>;
  /** The owner lets it go; the pull request itself stays as it is. */
  release(
    before: RunPullRow & PullName,
    me: DaemonIdentity,
    actor: string,
    now: number,
  ): Promise<Written | Exclude<Reserved, { outcome: 'reserved' }>>;
}
