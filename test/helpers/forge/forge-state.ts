import type { ForgeGit } from './forge-git.ts';

export interface ForgePull {
  readonly number: number;
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly author: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  /** Of a pull request that is no longer open: what its branch is at afterwards is not its matter. */
  lastHead: string;
  mergeCommit: string | null;
  isDraft: boolean;
}

export type ForgeReviewState = 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';

export interface ForgeReview {
  readonly id: number;
  readonly pull: number;
  readonly login: string;
  readonly commit: string;
  readonly submittedAt: string;
  state: ForgeReviewState;
}

export interface ForgeCheck {
  readonly id: number;
  readonly commit: string;
  readonly name: string;
  readonly kind: 'check_run' | 'status';
  /** In GitHub's words: `queued`, `in_progress` or a conclusion; of a status its state. */
  state: string;
}

/** What GitHub keeps beside the repository. */
export class ForgeState {
  readonly pulls: ForgePull[] = [];
  readonly reviews: ForgeReview[] = [];
  readonly checks: ForgeCheck[] = [];
  readonly git: ForgeGit;
  #lastId = 1_000;

  constructor(git: ForgeGit) {
    this.git = git;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  pull(number: number): ForgePull {
    const found = this.pulls.find((pull) => pull.number === number);
    if (found === undefined) throw new Error(`the forge has no pull request #${number}`);
    return found;
  }

  headOf(pull: ForgePull): string {
    if (pull.state === 'open') pull.lastHead = this.git.tip(pull.headBranch) ?? pull.lastHead;
    return pull.lastHead;
  }

  /** Null when there is a conflict. */
  merge(pull: ForgePull, method: 'merge' | 'squash' | 'rebase'): string | null {
    const commit = this.git.merge(pull.baseBranch, this.headOf(pull), method);
    if (commit === null) return null;
    pull.mergeCommit = commit;
    pull.state = 'closed';
    return commit;
  }
}
