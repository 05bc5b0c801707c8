import { z } from 'zod';
import { problemSchema } from './problems.ts';

/**
 * `publishing`: on its way to the forge. `open`: on the forge, waiting for reviews and checks. `merge_ready`: approved at
 * an exact head with green checks. `continuing`: a new attempt works on what was merge-ready. `merging`: being merged at
 * the approved head. `merged`, `closed` and `released` are the end of it here.
 */
export const pullStatusSchema = z.enum([
  'publishing',
  'open',
  'merge_ready',
  'continuing',
  'merging',
  'merged',
  'closed',
  'released',
]);
export type PullStatus = z.infer<typeof pullStatusSchema>;

const ENDED_HERE: ReadonlySet<PullStatus> = new Set(['merged', 'closed', 'released']);

/** Followed, and settled there rather than here. */
export function isOnTheForge({ status }: { readonly status: PullStatus }): boolean {
  return !ENDED_HERE.has(status);
}

export const checksWordSchema = z.enum(['green', 'red', 'pending', 'none']);

/** The forge's facts as they were last read. */
export const pullFactsShownSchema = z.object({
  state: z.enum(['open', 'closed', 'merged']),
  headCommit: z.string(),
  baseBranch: z.string(),
  isMergeable: z.boolean().nullable(),
  checks: checksWordSchema,
  approvedBy: z.array(z.string()),
  changesRequestedBy: z.array(z.string()),
  readAt: z.number(),
});
export type PullFactsShown = z.infer<typeof pullFactsShownSchema>;

/** The pull request of a run, as its card shows it. */
export const runPullSchema = z.object({
  host: z.string(),
  /** `owner/name` */
  repository: z.string(),
  /** Null until the forge has given one. */
  number: z.number().nullable(),
  url: z.string().nullable(),
  status: pullStatusSchema,
  headBranch: z.string(),
  baseBranch: z.string(),
  /** The commit that was pushed last. */
  pushedCommit: z.string().nullable(),
  /** The exact head that was approved; null where none is recorded. */
  approvedHead: z.string().nullable(),
  /** The attempt that owns the pull request, by its ordinal; null when this run does not own it. */
  ownerOrdinal: z.number().nullable(),
  /** Whom it belongs to when it is not ours. */
  ownedByOther: z.string().nullable(),
  facts: pullFactsShownSchema.nullable(),
  /** Why the facts are as old as they are; null while they can be read. */
  trouble: problemSchema.nullable(),
});
export type RunPull = z.infer<typeof runPullSchema>;

/** A fact that must hold before a merge-ready pull request is continued or merged. */
export const requiredFactSchema = z.enum([
  'open',
  'repository',
  'branch',
  'base',
  'head',
  'checks',
  'approval',
  'evidence',
]);
export type RequiredFact = z.infer<typeof requiredFactSchema>;

/** One that failed: what was expected, what the forge said. */
export const failedFactSchema = z.object({
  fact: requiredFactSchema,
  expected: z.string(),
  found: z.string(),
});
export type FailedFact = z.infer<typeof failedFactSchema>;

/** Which comparison of a transaction was lost, so that nothing was changed. */
export const lostRaceSchema = z.enum([
  'row_changed',
  'reservation_lost',
  'owner_changed',
  'run_changed',
]);
export type LostRace = z.infer<typeof lostRaceSchema>;
