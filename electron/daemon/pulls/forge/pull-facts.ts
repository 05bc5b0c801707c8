import type { z } from 'zod';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { checksWordSchema } from '../../../../shared/pulls.ts';

export type PullState = 'open' | 'closed' | 'merged';

/** What the forge says of a pull request where it lists it. */
export interface PullSummary {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly state: PullState;
  /** `owner/name` of the repository that the pull request is in, as the forge spells it. */
  readonly repository: string;
  readonly headBranch: string;
  /** `owner/name`; null when the repository of the head was deleted. */
  readonly headRepository: string | null;
  /** All 40 or 64 digits. */
  readonly headCommit: string;
  readonly baseBranch: string;
}

export type ReviewState = 'approved' | 'changes_requested' | 'commented' | 'dismissed';

export interface PullReview {
  readonly id: number;
  /** Null when the account is gone. */
  readonly author: string | null;
  /** What the author is to the repository, in the forge's word (`MEMBER`): on a public one anybody can approve. */
  readonly authorAssociation: string;
  readonly state: ReviewState;
  /** The exact commit that was reviewed; null when the forge no longer knows it. */
  readonly commit: string | null;
  readonly submittedAt: number;
}

export type CheckState =
  | 'queued'
  | 'running'
  | 'success'
  | 'neutral'
  | 'skipped'
  | 'failure'
  | 'cancelled'
  | 'timed_out'
  | 'action_required'
  | 'stale';

export interface PullCheck {
  readonly name: string;
  /** A status is set by whoever calls the forge, a check run belongs to an application. */
  readonly kind: 'check_run' | 'status';
  readonly state: CheckState;
}

/** `none`: nothing checks this commit. */
export type ChecksWord = z.infer<typeof checksWordSchema>;

export interface PullFacts extends PullSummary {
  /** Null while the forge has not found out. */
  readonly isMergeable: boolean | null;
  readonly isDraft: boolean;
  /** Of a merged pull request; null otherwise. */
  readonly mergeCommit: string | null;
  /** In the order in which they were submitted. */
  readonly reviews: readonly PullReview[];
  /** Of exactly `headCommit`. */
  readonly checks: readonly PullCheck[];
  readonly checksWord: ChecksWord;
  /** When reading began: the facts are no older. */
  readonly readAt: number;
}

/** One word for all checks of a commit. A failure is not made good by what is still running. */
export function checksWordOf(checks: readonly PullCheck[]): ChecksWord {
  if (checks.length === 0) return 'none';
  const verdicts = checks.map(({ state }) => verdictOf(state));
  if (verdicts.includes('red')) return 'red';
  return verdicts.includes('pending') ? 'pending' : 'green';
}

function verdictOf(state: CheckState): 'green' | 'red' | 'pending' {
  switch (state) {
    case 'queued':
    case 'running':
      return 'pending';
    case 'success':
    case 'neutral':
    case 'skipped':
      return 'green';
    case 'failure':
    case 'cancelled':
    case 'timed_out':
    case 'action_required':
    case 'stale':
      return 'red';
    default:
      return assertNever(state);
  }
}
