import type {
  BranchQuestion,
  FactsQuestion,
  Forge,
  ForgeRepository,
  FoundPull,
  MergedPull,
  OpenedPull,
  PullToMerge,
  PullToOpen,
  PullWords,
  ReadPull,
  UpdatedPull,
  WhoAmI,
} from '../forge.ts';
import { type ForgeFailure, refusedByForge } from '../forge-failures.ts';
import { type GitHubAccess, GitHubRequests } from './github-requests.ts';
import { mergePull } from './merge-pull.ts';
import { openPull } from './open-pull.ts';
import { findByBranch } from './pull-questions.ts';
import { readPullFacts } from './read-pull-facts.ts';
import { userSchema } from './schemas.ts';
import { updatePull } from './update-pull.ts';

/** GitHub or a GitHub Enterprise Server. */
export class GitHubForge implements Forge {
  readonly host: string;
  readonly #requests: GitHubRequests;

  constructor(access: GitHubAccess) {
    this.host = access.host;
    this.#requests = new GitHubRequests(access);
  }

  async whoAmI(): Promise<WhoAmI> {
    const answer = await this.#requests.read({
      route: 'GET /user',
      parameters: {},
      what: 'account of this token',
      schema: userSchema,
      isConditional: false,
    });
    return answer.outcome === 'read' ? { outcome: 'known', login: answer.value.login } : answer;
  }

  async findOpenPull(question: BranchQuestion): Promise<FoundPull> {
    return this.#elsewhere(question.repository) ?? findByBranch(this.#requests, question);
  }

  async openPull(pull: PullToOpen): Promise<OpenedPull> {
    return this.#elsewhere(pull.repository) ?? openPull(this.#requests, pull);
  }

  async readPull(question: FactsQuestion): Promise<ReadPull> {
    return this.#elsewhere(question.repository) ?? readPullFacts(this.#requests, question);
  }

  async mergePull(merge: PullToMerge): Promise<MergedPull> {
    return this.#elsewhere(merge.repository) ?? mergePull(this.#requests, merge);
  }

  async updatePull(words: PullWords): Promise<UpdatedPull> {
    return this.#elsewhere(words.repository) ?? updatePull(this.#requests, words);
  }

  /** The token of this host is for this host. */
  #elsewhere({ host }: ForgeRepository): ForgeFailure | null {
    if (host === this.host) return null;
    return refusedByForge(this.host, `the repository is at ${host}`);
  }
}
