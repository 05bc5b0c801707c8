import { z } from 'zod';
import { openQuestionSchema } from './board.ts';
import { NODE_STATES } from './lanes.ts';
import { problemSchema } from './problems.ts';
import { runPullSchema } from './pulls.ts';
import { toolKindSchema } from './tasks.ts';

/**
 * `working`: the loop goes on. `ended`: it waits for a review. `merging`: what it made is on its way into the base.
 * `merged` and `discarded` settle the review.
 */
export const runStatusSchema = z.enum(['working', 'ended', 'merging', 'merged', 'discarded']);
export type RunStatus = z.infer<typeof runStatusSchema>;

/** Why a loop ended, one word for each way. */
export const runEndReasonSchema = z.enum([
  'passed',
  'exhausted',
  'timed_out',
  'over_budget',
  'stalled',
  'stopped',
  'failed_to_start',
]);
export type RunEndReason = z.infer<typeof runEndReasonSchema>;

/**
 * What came of an attempt. Denied, expired and never ran are three different facts: a person said no, nobody answered
 * in time, and the agent never got to work.
 */
export const attemptOutcomeSchema = z.enum([
  'passed',
  'check_failed',
  'agent_failed',
  'denied',
  'expired',
  'never_ran',
  'reclaimed',
  'cancelled',
]);
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>;

/** `planned`: decided, not yet in the queue. `settled`: its task has ended. `checked`: its check has run. */
export const attemptPhaseSchema = z.enum(['planned', 'enqueued', 'settled', 'checked', 'decided']);
export type AttemptPhase = z.infer<typeof attemptPhaseSchema>;

/** Why an attempt was made. */
export const attemptCauseSchema = z.enum([
  'goal',
  'check_failure',
  'agent_failure',
  'infrastructure',
  'changes_requested',
]);
export type AttemptCause = z.infer<typeof attemptCauseSchema>;

export const runLimitsSchema = z.object({
  /** Attempts that may fail, counted from the last words of a person. */
  maxAttempts: z.number(),
  /** Milliseconds of work; time parked on a person or asleep does not count. */
  maxMs: z.number().nullable(),
  /** In the currency that the agent reports. */
  maxCost: z.number().nullable(),
});
export type RunLimits = z.infer<typeof runLimitsSchema>;

export const costSchema = z.object({ amount: z.number(), currency: z.string() });
export type Cost = z.infer<typeof costSchema>;

export const runAttemptSchema = z.object({
  ordinal: z.number(),
  taskId: z.string(),
  /** Of the session that works or worked on it. */
  sessionId: z.string().nullable(),
  because: attemptCauseSchema,
  phase: attemptPhaseSchema,
  /** Null until it is decided. */
  outcome: attemptOutcomeSchema.nullable(),
  /** What the board shows of it: its task's state, `working` while its check runs. */
  state: z.enum(NODE_STATES),
  /** Null before the check has run, and when it did not end by itself. */
  checkExitCode: z.number().nullable(),
  /** When it may start, while it is planned. */
  notBefore: z.number(),
  startedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
  checkedAt: z.number().nullable(),
  /** Milliseconds parked on a person. */
  parkedMs: z.number(),
  cost: costSchema.nullable(),
  /** The commit of its branch once it settled. */
  commit: z.string().nullable(),
  error: problemSchema.nullable(),
});
export type RunAttempt = z.infer<typeof runAttemptSchema>;

/** One run on the board. Prompts, outputs and diffs come with its details. All times are Unix milliseconds. */
export const runCardSchema = z.object({
  id: z.string(),
  revision: z.number(),
  status: runStatusSchema,
  endReason: runEndReasonSchema.nullable(),
  /** The end in a sentence. */
  endDetail: z.string().nullable(),
  /** Its place in the order of attention. */
  state: z.enum(NODE_STATES),
  /** First line of the goal, shortened. */
  title: z.string(),
  agent: z.string(),
  profile: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  ownerDaemon: z.string(),
  branch: z.string(),
  baseBranch: z.string(),
  check: z.string(),
  limits: runLimitsSchema,
  /** Oldest first. */
  attempts: z.array(runAttemptSchema),
  /** What waits for an answer: asked by its current attempt, or by one whose worker went away before the answer. */
  question: openQuestionSchema.nullable(),
  heldUntil: z.number().nullable(),
  /** Whether its branch holds anything that its base does not. */
  hasWork: z.boolean(),
  /** Milliseconds of work so far, of attempts that have settled. */
  workedMs: z.number(),
  cost: costSchema.nullable(),
  /** The commit of the base that brought it in, once merged here; null where it was merged outside. */
  mergedCommit: z.string().nullable(),
  /** Null while it was not published. */
  pull: runPullSchema.nullable(),
  createdBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  endedAt: z.number().nullable(),
});
export type RunCard = z.infer<typeof runCardSchema>;

/** Something that this run's agent may do without asking, on top of its profile. */
export const runRuleSchema = z.object({
  id: z.string(),
  toolKind: toolKindSchema,
  /** A command line or a path, word by word; null: the whole kind of tool. */
  subject: z.string().nullable(),
  addedBy: z.string(),
  addedAt: z.number(),
});
export type RunRule = z.infer<typeof runRuleSchema>;

export const runAttemptDetailsSchema = runAttemptSchema.extend({
  prompt: z.string(),
  /** The end of what its check printed; null before it has run. */
  checkOutput: z.string().nullable(),
});
export type RunAttemptDetails = z.infer<typeof runAttemptDetailsSchema>;

export const runHistoryEntrySchema = z.object({
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  detail: z.string(),
});
export type RunHistoryEntry = z.infer<typeof runHistoryEntrySchema>;

export const runDetailsSchema = z.object({
  card: runCardSchema,
  goal: z.string(),
  /** Where it was started. */
  folder: z.string(),
  workFolder: z.string(),
  /** The commit it began from. */
  baseCommit: z.string(),
  attempts: z.array(runAttemptDetailsSchema),
  rules: z.array(runRuleSchema),
  history: z.array(runHistoryEntrySchema),
});
export type RunDetails = z.infer<typeof runDetailsSchema>;

/** What a person types to start a run. Contents are judged by the daemon, so that a refusal can name the field. */
export const runStartInputSchema = z.strictObject({
  goal: z.string(),
  agent: z.string(),
  profile: z.string(),
  /** A folder of the repository. */
  folder: z.string(),
  /** Null: the branch that is checked out. */
  base: z.string().nullable(),
  check: z.string(),
  maxAttempts: z.number(),
  maxMinutes: z.number().nullable(),
  maxCost: z.number().nullable(),
});
export type RunStartInput = z.infer<typeof runStartInputSchema>;

/** Words on a line of the diff. */
export const reviewCommentSchema = z.strictObject({
  path: z.string(),
  /** `old`: a line that the change takes away. */
  side: z.enum(['old', 'new']),
  line: z.number().int().min(1),
  text: z.string(),
});
export type ReviewComment = z.infer<typeof reviewCommentSchema>;

export const mergeMethodSchema = z.enum(['merge', 'squash', 'rebase']);
export type MergeMethod = z.infer<typeof mergeMethodSchema>;
