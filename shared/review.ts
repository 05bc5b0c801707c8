import { z } from 'zod';
import { problemSchema } from './problems.ts';

export const FILE_STATUSES = ['added', 'deleted', 'modified', 'renamed'] as const;
export const fileStatusSchema = z.enum(FILE_STATUSES);
export type FileStatus = z.infer<typeof fileStatusSchema>;

export const diffLineSchema = z.object({
  kind: z.enum(['context', 'added', 'deleted']),
  /** Counted from 1; null where that side has no such line. */
  oldLine: z.number().int().positive().nullable(),
  newLine: z.number().int().positive().nullable(),
  /** Without its newline. Bytes that are no UTF-8 are replaced. */
  text: z.string(),
  /** How many bytes at the end of a very long line are not in `text`. */
  leftOutBytes: z.number().int().nonnegative(),
  /** The last line of a file that does not end in a newline. */
  endsWithoutNewline: z.boolean(),
});
export type DiffLine = z.infer<typeof diffLineSchema>;

export const diffHunkSchema = z.object({
  oldStart: z.number().int().nonnegative(),
  oldLines: z.number().int().nonnegative(),
  newStart: z.number().int().nonnegative(),
  newLines: z.number().int().nonnegative(),
  /** What git says the hunk is in, such as the line of the function; may be empty. */
  section: z.string(),
  lines: z.array(diffLineSchema),
});
export type DiffHunk = z.infer<typeof diffHunkSchema>;

export const diffFileSchema = z.object({
  path: z.string(),
  /** Where a renamed file was before. */
  oldPath: z.string().nullable(),
  status: fileStatusSchema,
  /** Null where the mode is what it was, and for what was added or deleted. */
  modeChange: z.object({ from: z.string(), to: z.string() }).nullable(),
  isBinary: z.boolean(),
  /** Lines; 0 for a binary file. */
  additions: z.number().int().nonnegative(),
  deletions: z.number().int().nonnegative(),
  hunks: z.array(diffHunkSchema),
  /** Why the hunks are not there although the file changed: it is too large by itself, or the diff was full. */
  leftOut: z.enum(['file_too_large', 'diff_too_large']).nullable(),
});
export type DiffFile = z.infer<typeof diffFileSchema>;

export const reviewDiffSchema = z.object({
  baseCommit: z.string(),
  headCommit: z.string(),
  /** Of all files, also of those that are left out. */
  additions: z.number().int().nonnegative(),
  deletions: z.number().int().nonnegative(),
  files: z.array(diffFileSchema),
  /** How many changed files are not even listed. */
  leftOutFiles: z.number().int().nonnegative(),
});
export type ReviewDiff = z.infer<typeof reviewDiffSchema>;

/** Every way in which a merge is refused, named by what is in the way. */
export const MERGE_REFUSALS = [
  'dirty_base',
  'moved_base',
  'moved_head',
  'conflict',
  'base_checked_out_elsewhere',
  'hook_failed',
  'detached_head',
  'nothing_to_merge',
  'base_missing',
  'run_branch_missing',
  'operation_in_progress',
  'index_locked',
  'identity_missing',
  'not_a_repository',
  'git_missing',
  'git_too_old',
  'git_refused',
] as const;
export type MergeRefusalCode = (typeof MERGE_REFUSALS)[number];

export const mergeRefusalSchema = problemSchema.extend({
  code: z.enum(MERGE_REFUSALS),
  /** The files that are changed, in conflict or in the way. */
  files: z.array(z.string()),
  /** The checkout that is in the way. */
  folder: z.string().nullable(),
  /** What a hook or git printed. */
  output: z.string().nullable(),
});
export type MergeRefusal = z.infer<typeof mergeRefusalSchema>;

export const mergePredictionSchema = z.discriminatedUnion('outcome', [
  /** `baseCommit` is what a merge is prepared against. */
  z.object({ outcome: z.literal('clean'), baseCommit: z.string() }),
  z.object({
    outcome: z.literal('conflicts'),
    baseCommit: z.string(),
    files: z.array(z.string()),
    refusal: mergeRefusalSchema,
  }),
  z.object({
    outcome: z.literal('nothing_to_merge'),
    baseCommit: z.string(),
    refusal: mergeRefusalSchema,
  }),
  z.object({ outcome: z.literal('refused'), refusal: mergeRefusalSchema }),
]);
export type MergePrediction = z.infer<typeof mergePredictionSchema>;

export const uncommittedFileSchema = z.object({
  path: z.string(),
  /** The two letters of `git status --porcelain`; `??` is a file that git does not know. */
  status: z.string(),
});
export type UncommittedFile = z.infer<typeof uncommittedFileSchema>;

/** What the removal of a run's worktree and branch would take with it. */
export const removalPreviewSchema = z.object({
  worktree: z.string(),
  branch: z.string(),
  /** Where the worktree stands; null when its folder is gone. */
  headCommit: z.string().nullable(),
  /** Where the branch stands; null when it is gone. */
  branchCommit: z.string().nullable(),
  uncommitted: z.array(uncommittedFileSchema),
  /** How many more uncommitted files there are than are listed. */
  uncommittedLeftOut: z.number().int().nonnegative(),
  /** Changes whenever an uncommitted file appears, goes or is written again. */
  uncommittedDigest: z.string(),
  /** Commits that no base, remote, tag or branch of a person has; newest first. */
  commits: z.array(z.object({ commit: z.string(), subject: z.string() })),
  commitsLeftOut: z.number().int().nonnegative(),
  /** On disk, ignored files included. */
  bytes: z.number().int().nonnegative(),
  /** False when there was more than was counted. */
  isWholeSize: z.boolean(),
});
export type RemovalPreview = z.infer<typeof removalPreviewSchema>;

/** What a person was shown before they said that it may go. */
export const removalFactsSchema = removalPreviewSchema.pick({
  headCommit: true,
  branchCommit: true,
  uncommittedDigest: true,
});
export type RemovalFacts = z.infer<typeof removalFactsSchema>;
