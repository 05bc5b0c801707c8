import { z } from 'zod';
import { assertNever } from '../../../../../shared/assert-never.ts';
import type { CheckState, PullCheck, PullReview, PullState, PullSummary } from '../pull-facts.ts';
import type { Page } from './read-pages.ts';

/** SHA-1 or SHA-256, all of it. */
const commitSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const momentSchema = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const pageUrlSchema = z.url({ protocol: /^https?$/ });

export const userSchema = z.object({ login: z.string().min(1) });

const listedPullSchema = z.object({
  id: z.number(),
  number: z.number().int().positive(),
  html_url: pageUrlSchema,
  title: z.string(),
  body: z.string().nullable(),
  state: z.enum(['open', 'closed']),
  merged_at: momentSchema.nullable(),
  head: z.object({
    ref: z.string().min(1),
    sha: commitSchema,
    repo: z.object({ full_name: z.string() }).nullable(),
  }),
  base: z.object({ ref: z.string().min(1), repo: z.object({ full_name: z.string() }) }),
});

export const pullSchema = listedPullSchema.extend({
  draft: z.boolean().default(false),
  mergeable: z.boolean().nullable(),
  merge_commit_sha: commitSchema.nullable(),
});
export type ReadPullAnswer = z.infer<typeof pullSchema>;

export type ListedPull = z.infer<typeof listedPullSchema>;
export const pullPageSchema = z
  .array(listedPullSchema)
  .transform((items): Page<ListedPull> => ({ items, total: null }));

export const mergedSchema = z.object({ merged: z.literal(true), sha: commitSchema });

export function summaryOf(pull: ListedPull): PullSummary {
  const state: PullState = pull.merged_at === null ? pull.state : 'merged';
  return {
    number: pull.number,
    url: pull.html_url,
    title: pull.title,
    state,
    repository: pull.base.repo.full_name,
    headBranch: pull.head.ref,
    headRepository: pull.head.repo?.full_name ?? null,
    headCommit: pull.head.sha,
    baseBranch: pull.base.ref,
  };
}

/** A review that is being written is its author's alone and has no moment yet. */
export const reviewPageSchema = z
  .array(
    z.object({
      id: z.number(),
      user: z.object({ login: z.string().min(1) }).nullable(),
      author_association: z.string(),
      state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING']),
      commit_id: commitSchema.nullable(),
      submitted_at: momentSchema.optional(),
    }),
  )
  .transform((items): Page<(typeof items)[number]> => ({ items, total: null }));
export type ListedReview = z.infer<typeof reviewPageSchema>['items'][number];

const REVIEW_STATES = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  COMMENTED: 'commented',
  DISMISSED: 'dismissed',
} as const;

/** Null for a review that is not submitted. */
export function reviewOf(review: ListedReview): PullReview | null {
  const { id, user, author_association, state, commit_id, submitted_at } = review;
  if (state === 'PENDING' || submitted_at === undefined) return null;
  return {
    id,
    author: user?.login ?? null,
    authorAssociation: author_association,
    state: REVIEW_STATES[state],
    commit: commit_id,
    submittedAt: submitted_at,
  };
}

const checkRunSchema = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending']),
  conclusion: z
    .enum([
      ...(['success', 'failure', 'neutral', 'cancelled', 'skipped'] as const),
      ...(['timed_out', 'action_required', 'stale', 'startup_failure'] as const),
    ])
    .nullable(),
});
export type ListedCheckRun = z.infer<typeof checkRunSchema>;

/** Of another commit it is not accepted. */
export function checkRunPageSchemaOf(commit: string) {
  return z
    .object({
      total_count: z.number(),
      check_runs: z.array(checkRunSchema.extend({ head_sha: z.literal(commit) })),
    })
    .transform(
      (page): Page<ListedCheckRun> => ({ items: page.check_runs, total: page.total_count }),
    );
}

/** Null when the run is said to be over without saying how. */
export function checkRunOf({ name, status, conclusion }: ListedCheckRun): PullCheck | null {
  const state = checkStateOf(status, conclusion);
  return state === null ? null : { name, kind: 'check_run', state };
}

function checkStateOf(
  status: ListedCheckRun['status'],
  conclusion: ListedCheckRun['conclusion'],
): CheckState | null {
  switch (status) {
    case 'completed':
      return conclusion === 'startup_failure' ? 'failure' : conclusion;
    case 'in_progress':
      return 'running';
    case 'queued':
    case 'waiting':
    case 'requested':
    case 'pending':
      return 'queued';
    default:
      return assertNever(status);
  }
}

const statusSchema = z.object({
  id: z.number(),
  context: z.string(),
  state: z.enum(['error', 'failure', 'pending', 'success']),
});
export type ListedStatus = z.infer<typeof statusSchema>;

/** Of another commit it is not accepted. */
export function statusPageSchemaOf(commit: string) {
  return z
    .object({
      sha: z.literal(commit),
      total_count: z.number(),
      statuses: z.array(statusSchema),
    })
    .transform((page): Page<ListedStatus> => ({ items: page.statuses, total: page.total_count }));
}

const STATUS_STATES = {
  error: 'failure',
  failure: 'failure',
  pending: 'running',
  success: 'success',
} as const;

export function statusOf({ context, state }: ListedStatus): PullCheck {
  return { name: context, kind: 'status', state: STATUS_STATES[state] };
}
