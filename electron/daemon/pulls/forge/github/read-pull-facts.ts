import { createHash } from 'node:crypto';
import type { FactsQuestion, ReadPull } from '../forge.ts';
import { type ForgeFailure, incomplete } from '../forge-failures.ts';
import { checksWordOf, type PullCheck, type PullFacts, type PullReview } from '../pull-facts.ts';
import type { GitHubRequests } from './github-requests.ts';
import { type OnePull, pathOf, readOnePull, whatPull } from './pull-questions.ts';
import { readPages } from './read-pages.ts';
import {
  checkRunOf,
  checkRunPageSchemaOf,
  type ReadPullAnswer,
  reviewOf,
  reviewPageSchema,
  statusOf,
  statusPageSchemaOf,
  summaryOf,
} from './schemas.ts';

/** All facts of one moment: the head is read before and after the rest, and the rest is of that head. */
export async function readPullFacts(
  requests: GitHubRequests,
  { repository, number, knownTag }: FactsQuestion,
): Promise<ReadPull> {
  const readAt = requests.now();
  const question: OnePull = { repository, number, isConditional: knownTag !== null };
  const first = await readOnePull(requests, question);
  if (first.outcome !== 'read') return first;
  const before = first.value.head.sha;
  const [reviews, checks] = await Promise.all([
    readReviews(requests, question),
    readChecks(requests, question, before),
  ]);
  if (reviews.outcome !== 'read') return reviews;
  if (checks.outcome !== 'read') return checks;
  const second = await readOnePull(requests, question);
  if (second.outcome !== 'read') return second;
  const after = second.value.head.sha;
  if (after !== before) return { outcome: 'head_moved_while_reading', before, after };

  const facts = factsOf(second.value, reviews.reviews, checks.checks, readAt);
  const tag = tagOf(facts);
  return tag === knownTag ? { outcome: 'unchanged', readAt } : { outcome: 'read', facts, tag };
}

async function readReviews(
  requests: GitHubRequests,
  { repository, number, isConditional }: OnePull,
): Promise<{ readonly outcome: 'read'; readonly reviews: readonly PullReview[] } | ForgeFailure> {
  const listed = await readPages(requests, {
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    parameters: { ...pathOf(repository), pull_number: number },
    what: `reviews of ${whatPull({ repository, number })}`,
    schema: reviewPageSchema,
    isConditional,
  });
  if (listed.outcome !== 'read') return listed;
  const reviews = listed.items.flatMap((review) => reviewOf(review) ?? []);
  return { outcome: 'read', reviews: reviews.sort((a, b) => a.submittedAt - b.submittedAt) };
}

async function readChecks(
  requests: GitHubRequests,
  { repository, isConditional }: OnePull,
  commit: string,
): Promise<{ readonly outcome: 'read'; readonly checks: readonly PullCheck[] } | ForgeFailure> {
  const parameters = { ...pathOf(repository), ref: commit };
  const [runs, statuses] = await Promise.all([
    readPages(requests, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
      parameters,
      what: `check runs of ${commit}`,
      schema: checkRunPageSchemaOf(commit),
      isConditional,
    }),
    readPages(requests, {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/status',
      parameters,
      what: `statuses of ${commit}`,
      schema: statusPageSchemaOf(commit),
      isConditional,
    }),
  ]);
  if (runs.outcome !== 'read') return runs;
  if (statuses.outcome !== 'read') return statuses;
  const checks: PullCheck[] = [];
  for (const run of runs.items) {
    const check = checkRunOf(run);
    if (check === null) return incomplete(requests.host, `${run.name} ended without a result`);
    checks.push(check);
  }
  checks.push(...statuses.items.map(statusOf));
  // The forge lists them by when they last changed.
  checks.sort((a, b) => compare(a.name, b.name) || compare(a.kind, b.kind));
  return { outcome: 'read', checks };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function factsOf(
  pull: ReadPullAnswer,
  reviews: readonly PullReview[],
  checks: readonly PullCheck[],
  readAt: number,
): PullFacts {
  const summary = summaryOf(pull);
  return {
    ...summary,
    isMergeable: pull.mergeable,
    isDraft: pull.draft,
    // Of an open one this is a merge that the forge made to see whether it can.
    mergeCommit: summary.state === 'merged' ? pull.merge_commit_sha : null,
    reviews,
    checks,
    checksWord: checksWordOf(checks),
    readAt,
  };
}

function tagOf({ readAt: _, ...said }: PullFacts): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}
