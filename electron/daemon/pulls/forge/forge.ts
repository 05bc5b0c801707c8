import type { MergeMethod } from '../../../../shared/runs.ts';
import type { ForgeFailure } from './forge-failures.ts';
import type { PullFacts, PullSummary } from './pull-facts.ts';

export interface ForgeRepository {
  /** As in the address of a remote: `github.com`. */
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** The text form: `owner/name`. */
export function fullNameOf({ owner, name }: ForgeRepository): string {
  return `${owner}/${name}`;
}

export interface BranchQuestion {
  readonly repository: ForgeRepository;
  /** A branch of the repository itself, not of a fork. */
  readonly headBranch: string;
}

export interface PullToOpen extends BranchQuestion {
  readonly baseBranch: string;
  readonly title: string;
  readonly body: string;
}

export interface PullQuestion {
  readonly repository: ForgeRepository;
  readonly number: number;
}

export interface FactsQuestion extends PullQuestion {
  /**
   * The tag of the facts that the caller has, to learn at no cost to the rate limit whether they still hold. Null reads
   * everything anew, as before a decision.
   */
  readonly knownTag: string | null;
}

export interface PullToMerge extends PullQuestion {
  /** The full commit that was approved. The forge itself refuses when the head is another one. */
  readonly headCommit: string;
  readonly method: MergeMethod;
}

export interface PullWords extends PullQuestion {
  readonly title: string;
  readonly body: string;
}

export type WhoAmI = { readonly outcome: 'known'; readonly login: string } | ForgeFailure;

export type FoundPull =
  /** The oldest, where one branch has several (each onto another base). */
  | { readonly outcome: 'found'; readonly pull: PullSummary }
  | { readonly outcome: 'none' }
  | ForgeFailure;

export type OpenedPull =
  /** `already_open`: found by its branch; its base may be another one. */
  { readonly outcome: 'opened' | 'already_open'; readonly pull: PullSummary } | ForgeFailure;

export type ReadPull =
  | {
      readonly outcome: 'read';
      readonly facts: PullFacts;
      /** Names what the facts say: equal tags, equal facts. */
      readonly tag: string;
    }
  | { readonly outcome: 'unchanged'; readonly readAt: number }
  | {
      readonly outcome: 'head_moved_while_reading';
      readonly before: string;
      readonly after: string;
    }
  | ForgeFailure;

export type MergedPull =
  | { readonly outcome: 'merged'; readonly commit: string }
  /** By somebody else, or by an earlier request whose answer was lost. `headCommit` is what was merged. */
  | {
      readonly outcome: 'already_merged';
      readonly commit: string | null;
      readonly headCommit: string;
    }
  | { readonly outcome: 'head_moved'; readonly expected: string; readonly found: string }
  /** Closed, a draft, in conflict, or held back by the rules of the base: `message` says which, in the forge's words. */
  | { readonly outcome: 'not_mergeable'; readonly message: string }
  | ForgeFailure;

export type UpdatedPull =
  | { readonly outcome: 'updated' | 'up_to_date' }
  | { readonly outcome: 'not_open'; readonly state: 'closed' | 'merged' }
  | ForgeFailure;

/**
 * One forge as one person sees it. Nothing is written twice: each write looks first, is sent once, and where its answer
 * is lost looks again. Every expected failure is a value.
 */
export interface Forge {
  readonly host: string;
  whoAmI(): Promise<WhoAmI>;
  findOpenPull(question: BranchQuestion): Promise<FoundPull>;
  openPull(pull: PullToOpen): Promise<OpenedPull>;
  readPull(question: FactsQuestion): Promise<ReadPull>;
  mergePull(merge: PullToMerge): Promise<MergedPull>;
  updatePull(words: PullWords): Promise<UpdatedPull>;
}
