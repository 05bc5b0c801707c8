import type { ForgeRepository } from '../../../electron/daemon/pulls/forge/forge.ts';
import { git } from '../git-repository.ts';
import { ForgeGit } from './forge-git.ts';
import type { HeldRequest, Interferences } from './forge-interference.ts';
import { answerTo } from './forge-routes.ts';
import { ForgeServer, type LoggedRequest } from './forge-server.ts';
import { type ForgePull, type ForgeReviewState, ForgeState } from './forge-state.ts';

/** Of the account `ada`, who is logged in where a test does not say otherwise. */
export const FORGE_TOKEN = 'ghp_ofAdaOnTheTestForge';

/** A forge for tests: GitHub's REST on loopback over a real bare repository, with everything that can go wrong. */
export class TestForge {
  readonly repository: ForgeRepository;
  readonly git: ForgeGit;
  readonly state: ForgeState;
  readonly server: ForgeServer;
  /** Where its API is; it is to be given as the address of the API of `repository.host`. */
  readonly apiUrl: string;
  /** What the remote of a checkout says. */
  readonly remoteUrl: string;

  private constructor(
    repository: ForgeRepository,
    git: ForgeGit,
    state: ForgeState,
    server: ForgeServer,
    apiUrl: string,
  ) {
    this.repository = repository;
    this.git = git;
    this.state = state;
    this.server = server;
    this.apiUrl = apiUrl;
    this.remoteUrl = `https://${repository.host}/${repository.owner}/${repository.name}.git`;
  }

  /** With an empty `main`. The bare repository is made inside `folder`. */
  static async start(folder: string): Promise<TestForge> {
    const repository = { host: 'github.com', owner: 'acme', name: 'shop' };
    const bare = new ForgeGit(folder, repository.name);
    const state = new ForgeState(bare);
    const server = new ForgeServer((request) => answerTo(request, state, repository));
    server.accounts.set(FORGE_TOKEN, 'ada');
    return new TestForge(repository, bare, state, server, await server.listen());
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  get switches(): Interferences {
    return this.server.interferences;
  }

  /** What it was asked, oldest first; only what matches lines as `POST /repos/acme/shop/pulls`. */
  requests(matches = /./): readonly LoggedRequest[] {
    return this.server.log.filter(({ method, path }) => matches.test(`${method} ${path}`));
  }

  /** What could have changed something. */
  writes(): readonly LoggedRequest[] {
    return this.server.log.filter(({ method }) => method !== 'GET');
  }

  clearLog(): void {
    this.server.log.length = 0;
  }

  /** Makes this forge the `origin` of a checkout. Its remote names the forge; git reaches the bare repository instead. */
  connect(checkout: string): void {
    git(checkout, 'remote', 'add', 'origin', this.remoteUrl);
    git(checkout, 'config', `url.${this.git.folder}.insteadOf`, this.remoteUrl);
  }

  /** A branch with a commit of its own on top of `main`; returns the commit. */
  createBranch(branch: string): string {
    return this.git.commitOn(branch, { parent: this.git.tip('main') });
  }

  /** Returns the number. */
  openPull(headBranch: string, baseBranch = 'main'): number {
    const number = this.state.pulls.length + 1;
    const lastHead = this.git.tip(headBranch);
    if (lastHead === null) throw new Error(`the forge has no branch ${headBranch}`);
    this.state.pulls.push({
      number,
      headBranch,
      baseBranch,
      author: 'ada',
      title: `Work on ${headBranch}`,
      body: '',
      state: 'open',
      lastHead,
      mergeCommit: null,
      isDraft: false,
    });
    return number;
  }

  pull(number: number): ForgePull {
    return this.state.pull(number);
  }

  /** All that it has, for before and after. */
  snapshot(): unknown {
    const { pulls, reviews, checks } = this.state;
    const refs = git(this.git.folder, 'for-each-ref', '--format=%(refname) %(objectname)');
    return structuredClone({ pulls, reviews, checks, refs });
  }

  /** Returns the review's id. */
  approve(number: number, commit: string, login: string): number {
    return this.#review(number, commit, login, 'APPROVED');
  }

  requestChanges(number: number, commit: string, login: string): number {
    return this.#review(number, commit, login, 'CHANGES_REQUESTED');
  }

  comment(number: number, commit: string, login: string): number {
    return this.#review(number, commit, login, 'COMMENTED');
  }

  dismiss(reviewId: number): void {
    const review = this.state.reviews.find(({ id }) => id === reviewId);
    if (review !== undefined) review.state = 'DISMISSED';
  }

  /** A check run: `queued`, `in_progress`, or a conclusion as `success`. */
  setChecks(commit: string, name: string, state: string): void {
    this.#setCheck('check_run', commit, name, state);
  }

  /** A commit status: `error`, `failure`, `pending` or `success`. */
  setStatus(commit: string, name: string, state: string): void {
    this.#setCheck('status', commit, name, state);
  }

  close(number: number): void {
    const pull = this.state.pull(number);
    this.state.headOf(pull);
    pull.state = 'closed';
  }

  /** By somebody else. Returns the merge commit. */
  mergeOutside(number: number): string {
    const commit = this.state.merge(this.state.pull(number), 'merge');
    if (commit === null) throw new Error(`#${number} does not merge`);
    return commit;
  }

  /** A commit by somebody else on top of the branch; returns it. */
  pushOutside(branch: string): string {
    return this.git.commitOn(branch);
  }

  /** Somebody pushes after the first reading of a pull request and before the second. */
  moveHeadWhileRead(number: number): void {
    const { owner, name } = this.repository;
    const reviews = new RegExp(`^GET /repos/${owner}/${name}/pulls/${number}/reviews`);
    const run = () => void this.pushOutside(this.pull(number).headBranch);
    this.switches.next(reviews, { kind: 'before', run });
  }

  /** The next request that matches is not answered until it is released. */
  hold(matches: RegExp): HeldRequest {
    return this.switches.hold(matches);
  }

  #review(number: number, commit: string, login: string, state: ForgeReviewState): number {
    const id = this.state.nextId();
    const submittedAt = new Date().toISOString();
    this.state.reviews.push({ id, pull: number, login, commit, submittedAt, state });
    return id;
  }

  #setCheck(kind: 'check_run' | 'status', commit: string, name: string, state: string): void {
    const { checks } = this.state;
    const present = checks.find(
      (check) => check.kind === kind && check.commit === commit && check.name === name,
    );
    if (present !== undefined) present.state = state;
    else checks.push({ id: this.state.nextId(), commit, name, kind, state });
  }
}
