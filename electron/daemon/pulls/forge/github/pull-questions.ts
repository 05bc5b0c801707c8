import { type BranchQuestion, type ForgeRepository, fullNameOf } from '../forge.ts';
import { type ForgeFailure, incomplete } from '../forge-failures.ts';
import type { PullSummary } from '../pull-facts.ts';
import type { GitHubRequests, ReadAnswer } from './github-requests.ts';
import { readPages } from './read-pages.ts';
import { pullPageSchema, pullSchema, type ReadPullAnswer, summaryOf } from './schemas.ts';

export interface OnePull {
  readonly repository: ForgeRepository;
  readonly number: number;
  readonly isConditional: boolean;
}

export function whatPull({ repository, number }: Omit<OnePull, 'isConditional'>): string {
  return `pull request #${number} of ${fullNameOf(repository)}`;
}

export function pathOf({ owner, name }: ForgeRepository): { owner: string; repo: string } {
  return { owner, repo: name };
}

/** The pull request alone, without what was said about it. */
export async function readOnePull(
  requests: GitHubRequests,
  question: OnePull,
): Promise<ReadAnswer<ReadPullAnswer> | ForgeFailure> {
  const { repository, number, isConditional } = question;
  const what = whatPull(question);
  const answer = await requests.read({
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { ...pathOf(repository), pull_number: number },
    what,
    schema: pullSchema,
    isConditional,
  });
  if (answer.outcome !== 'read' || answer.value.number === number) return answer;
  return incomplete(requests.host, `#${answer.value.number} came in place of ${what}`);
}

export type FoundByBranch =
  | { readonly outcome: 'found'; readonly pull: PullSummary }
  | { readonly outcome: 'none' }
  | ForgeFailure;

export async function findByBranch(
  requests: GitHubRequests,
  { repository, headBranch }: BranchQuestion,
): Promise<FoundByBranch> {
  const name = fullNameOf(repository);
  const listed = await readPages(requests, {
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: {
      ...pathOf(repository),
      state: 'open',
      head: `${repository.owner}:${headBranch}`,
      sort: 'created',
      direction: 'asc',
    },
    what: `pull requests of "${headBranch}" in ${name}`,
    schema: pullPageSchema,
    isConditional: false,
  });
  if (listed.outcome !== 'read') return listed;
  const pulls = listed.items.map(summaryOf);
  const foreign = pulls.find(({ repository: other }) => !isSameName(other, name));
  if (foreign !== undefined) {
    return incomplete(requests.host, `${foreign.repository} answered in place of ${name}`);
  }
  // A filter that the forge does not understand is one that it ignores; a fork may have a branch of the same name.
  const [oldest] = pulls.filter(
    (pull) =>
      pull.state === 'open' &&
      pull.headBranch === headBranch &&
      pull.headRepository !== null &&
      isSameName(pull.headRepository, name),
  );
  return oldest === undefined ? { outcome: 'none' } : { outcome: 'found', pull: oldest };
}

function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
