import { z } from 'zod';
import { fieldProblemSchema, problemSchema } from './problems.ts';
import { failedFactSchema, lostRaceSchema, pullStatusSchema, runPullSchema } from './pulls.ts';
import { mergeRefusalSchema } from './review.ts';
import { runEndReasonSchema, runStatusSchema } from './runs.ts';
import { taskStatusSchema, toolKindSchema } from './tasks.ts';

const notFound = z.object({ outcome: z.literal('not_found') });
const notOwner = z.object({ outcome: z.literal('not_owner'), ownerDaemon: z.string() });

export const startOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('enqueued'), taskId: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  notOwner,
]);
export type StartOutcome = z.infer<typeof startOutcomeSchema>;

export const holdOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('held'), heldUntil: z.number() }),
  z.object({ outcome: z.literal('not_attempt') }),
  z.object({ outcome: z.literal('not_running'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type HoldOutcome = z.infer<typeof holdOutcomeSchema>;

export const unholdOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('resumed') }),
  z.object({ outcome: z.literal('lapsed') }),
  z.object({ outcome: z.literal('not_held'), status: taskStatusSchema }),
  /** A question is open: answering it is what resumes the attempt. */
  z.object({ outcome: z.literal('question_open'), approvalId: z.string() }),
  notOwner,
  notFound,
]);
export type UnholdOutcome = z.infer<typeof unholdOutcomeSchema>;

export const cancelOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('cancelled') }),
  z.object({ outcome: z.literal('already_settled'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type CancelOutcome = z.infer<typeof cancelOutcomeSchema>;

const answerRefusals = [
  z.object({ outcome: z.literal('already_answered'), by: z.string(), optionName: z.string() }),
  z.object({ outcome: z.literal('expired') }),
  z.object({ outcome: z.literal('stale_generation') }),
  z.object({ outcome: z.literal('unknown_option'), offered: z.array(z.string()) }),
  z.object({ outcome: z.literal('lapsed') }),
  notOwner,
  notFound,
] as const;

export const answerOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), optionName: z.string() }),
  ...answerRefusals,
]);
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>;

export const runAgainOutcomeSchema = z.discriminatedUnion('outcome', [
  /** It had told a conductor what settled: the same events are told again, with what came since. */
  z.object({ outcome: z.literal('redelivering') }),
  z.object({ outcome: z.literal('enqueued'), taskId: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  z.object({ outcome: z.literal('not_settled'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type RunAgainOutcome = z.infer<typeof runAgainOutcomeSchema>;

export const dismissOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('dismissed') }),
  z.object({ outcome: z.literal('already_dismissed'), by: z.string() }),
  z.object({ outcome: z.literal('not_settled'), status: taskStatusSchema }),
  notFound,
]);
export type DismissOutcome = z.infer<typeof dismissOutcomeSchema>;

export const endSessionOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ended') }),
  z.object({ outcome: z.literal('already_ended') }),
  z.object({ outcome: z.literal('busy'), taskId: z.string() }),
  notOwner,
  notFound,
]);
export type EndSessionOutcome = z.infer<typeof endSessionOutcomeSchema>;

export const conductOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('conducting') }),
  z.object({ outcome: z.literal('conducting_no_more') }),
  z.object({ outcome: z.literal('session_ended') }),
  z.object({ outcome: z.literal('takes_no_prompts'), agent: z.string() }),
  notOwner,
  notFound,
]);
export type ConductOutcome = z.infer<typeof conductOutcomeSchema>;

export const runStartOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('run_started'), runId: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
]);
export type RunStartOutcome = z.infer<typeof runStartOutcomeSchema>;

/** The run is not at a point where that can be done. */
const runNotReady = z.object({
  outcome: z.literal('run_not_ready'),
  status: runStatusSchema,
  endReason: z.nullable(runEndReasonSchema),
});

/** Git, or what the folders hold, does not allow it; nothing was changed. */
const gitRefused = z.object({ outcome: z.literal('git_refused'), problem: problemSchema });

export const runStopOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('run_stopping') }),
  runNotReady,
  notOwner,
  notFound,
]);
export type RunStopOutcome = z.infer<typeof runStopOutcomeSchema>;

export const requestChangesOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('attempt_planned'), ordinal: z.number() }),
  /** A pull request with an approved head is continued, so that its facts are looked at first. */
  z.object({ outcome: z.literal('pull_open'), url: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  runNotReady,
  notOwner,
  notFound,
]);
export type RequestChangesOutcome = z.infer<typeof requestChangesOutcomeSchema>;

export const runMergeOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('run_merged'), commit: z.string(), baseBranch: z.string() }),
  z.object({ outcome: z.literal('git_refused'), problem: mergeRefusalSchema }),
  z.object({ outcome: z.literal('pull_open'), url: z.string() }),
  runNotReady,
  notOwner,
  notFound,
]);
export type RunMergeOutcome = z.infer<typeof runMergeOutcomeSchema>;

export const runDiscardOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('run_discarded') }),
  gitRefused,
  z.object({ outcome: z.literal('pull_open'), url: z.string() }),
  runNotReady,
  notOwner,
  notFound,
]);
export type RunDiscardOutcome = z.infer<typeof runDiscardOutcomeSchema>;

export const runAllowOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('allowed_for_run'), ruleId: z.string() }),
  z.object({ outcome: z.literal('no_run') }),
  /** Nothing would bound what a rule for it allows. */
  z.object({ outcome: z.literal('no_rule'), toolKind: toolKindSchema }),
  ...answerRefusals,
]);
export type RunAllowOutcome = z.infer<typeof runAllowOutcomeSchema>;

/** Somebody else owns the pull request, or did in the meantime. */
const ownershipRefused = z.object({
  outcome: z.literal('publication_ownership_changed'),
  /** Such as a run and its attempt. */
  ownedBy: z.string(),
});
const pullBusy = z.object({ outcome: z.literal('pull_reserved'), untilAt: z.number() });
const forgeRefused = z.object({ outcome: z.literal('forge_refused'), problem: problemSchema });
const notPublished = z.object({ outcome: z.literal('not_published') });
const factsRefused = z.object({
  outcome: z.literal('facts_refused'),
  failed: z.array(failedFactSchema).min(1),
});
const raceLost = z.object({ outcome: z.literal('race_lost'), race: lostRaceSchema });

export const publishOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('published'), number: z.number(), url: z.string() }),
  ownershipRefused,
  pullBusy,
  forgeRefused,
  gitRefused,
  raceLost,
  runNotReady,
  notOwner,
  notFound,
]);
export type PublishOutcome = z.infer<typeof publishOutcomeSchema>;

export const continueOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('continued'), ordinal: z.number() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  /** Not merge-ready: there is no approved head to continue from. */
  z.object({ outcome: z.literal('not_merge_ready'), status: pullStatusSchema }),
  factsRefused,
  notPublished,
  ownershipRefused,
  pullBusy,
  forgeRefused,
  raceLost,
  runNotReady,
  notOwner,
  notFound,
]);
export type ContinueOutcome = z.infer<typeof continueOutcomeSchema>;

export const pullMergeOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('pull_merged'), commit: z.string() }),
  z.object({ outcome: z.literal('not_merge_ready'), status: pullStatusSchema }),
  factsRefused,
  notPublished,
  ownershipRefused,
  pullBusy,
  forgeRefused,
  raceLost,
  runNotReady,
  notOwner,
  notFound,
]);
export type PullMergeOutcome = z.infer<typeof pullMergeOutcomeSchema>;

export const releaseOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('pull_released') }),
  notPublished,
  ownershipRefused,
  pullBusy,
  raceLost,
  notOwner,
  notFound,
]);
export type ReleaseOutcome = z.infer<typeof releaseOutcomeSchema>;

export const pullRefreshOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('pull_read'), pull: runPullSchema }),
  forgeRefused,
  notPublished,
  notOwner,
  notFound,
]);
export type PullRefreshOutcome = z.infer<typeof pullRefreshOutcomeSchema>;

export const ruleRemovalOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('rule_removed') }),
  notOwner,
  notFound,
]);
export type RuleRemovalOutcome = z.infer<typeof ruleRemovalOutcomeSchema>;

export const openEditorOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('editor_opened'), command: z.string() }),
  z.object({ outcome: z.literal('editor_failed'), problem: problemSchema }),
  notOwner,
  notFound,
]);
export type OpenEditorOutcome = z.infer<typeof openEditorOutcomeSchema>;

export type AnyOutcome =
  | RunStartOutcome
  | RunStopOutcome
  | RequestChangesOutcome
  | RunMergeOutcome
  | RunDiscardOutcome
  | RunAllowOutcome
  | RuleRemovalOutcome
  | OpenEditorOutcome
  | PublishOutcome
  | ContinueOutcome
  | PullMergeOutcome
  | ReleaseOutcome
  | PullRefreshOutcome
  | ConductOutcome
  | StartOutcome
  | HoldOutcome
  | UnholdOutcome
  | CancelOutcome
  | AnswerOutcome
  | RunAgainOutcome
  | DismissOutcome
  | EndSessionOutcome;
