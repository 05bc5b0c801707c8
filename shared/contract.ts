import { z } from 'zod';
import type { agentTestOutcomeSchema, detectedAgentSchema } from './agent-tests.ts';
import { activitySchema, approvalOptionSchema, cardSchema } from './board.ts';
import { boardDeltaSchema } from './board-delta.ts';
import {
  configurationProblemSchema,
  dispatchLimitsSchema,
  profileSchema,
} from './configuration.ts';
import { type dispatchEventPageSchema, dispatchEventSchema } from './dispatch-events.ts';
import { fleetSchema } from './fleet.ts';
import {
  type idMatchesSchema,
  idQuerySchema,
  sessionListInputSchema,
  type sessionPageSchema,
} from './lookup.ts';
import { numbersInputSchema, type numbersSchema } from './numbers.ts';
import {
  type answerOutcomeSchema,
  type cancelOutcomeSchema,
  type conductOutcomeSchema,
  type continueOutcomeSchema,
  type dismissOutcomeSchema,
  type endSessionOutcomeSchema,
  type holdOutcomeSchema,
  type openEditorOutcomeSchema,
  type publishOutcomeSchema,
  type pullMergeOutcomeSchema,
  type pullRefreshOutcomeSchema,
  type releaseOutcomeSchema,
  type requestChangesOutcomeSchema,
  type ruleRemovalOutcomeSchema,
  type runAgainOutcomeSchema,
  type runAllowOutcomeSchema,
  type runDiscardOutcomeSchema,
  type runMergeOutcomeSchema,
  type runStartOutcomeSchema,
  type runStopOutcomeSchema,
  startOutcomeSchema,
  type unholdOutcomeSchema,
} from './outcomes.ts';
import { problemSchema } from './problems.ts';
import type { taskProcessesSchema } from './processes.ts';
import {
  mergePredictionSchema,
  removalFactsSchema,
  removalPreviewSchema,
  reviewDiffSchema,
} from './review.ts';
import {
  mergeMethodSchema,
  reviewCommentSchema,
  runCardSchema,
  runDetailsSchema,
  runStartInputSchema,
} from './runs.ts';
import {
  type settingsSchema,
  settingsWriteInputSchema,
  type settingsWriteOutcomeSchema,
} from './settings.ts';
import { taskShapeSchema, taskStatusSchema, toolKindSchema } from './tasks.ts';
import { diffSchema, type transcriptPageSchema } from './transcripts.ts';

const id = z.string().min(1).max(200);
const taskInput = z.strictObject({ taskId: id });
const runInput = z.strictObject({ runId: id });
const commitId = z.string().regex(/^[0-9a-f]{40,64}$/, 'the full id of a commit');

/** What a person types to start work. Contents are judged by the daemon, so that a refusal can name the field. */
export const startInputSchema = z.strictObject({
  kind: z.enum(['spawn', 'attempt']),
  agent: z.string(),
  folder: z.string(),
  prompt: z.string(),
  profile: z.string(),
  shape: taskShapeSchema,
});
export type StartInput = z.infer<typeof startInputSchema>;

export const sendInputSchema = z.strictObject({ sessionId: id, prompt: z.string() });

/** Newest first. `before`: the last task of the page before. */
export const taskListInputSchema = z.strictObject({
  statuses: z.array(taskStatusSchema).min(1).optional(),
  limit: z.number().int().min(1).max(1000),
  before: z.strictObject({ createdAt: z.number(), id }).optional(),
});
export type TaskListInput = z.infer<typeof taskListInputSchema>;

export const taskPageSchema = z.object({ tasks: z.array(cardSchema), more: z.boolean() });
export type TaskPage = z.infer<typeof taskPageSchema>;

/** Newest first. `before`: the last run of the page before. */
export const runListInputSchema = z.strictObject({
  limit: z.number().int().min(1).max(1000),
  before: z.strictObject({ createdAt: z.number(), id }).optional(),
});
export type RunListInput = z.infer<typeof runListInputSchema>;

export const runPageSchema = z.object({ runs: z.array(runCardSchema), more: z.boolean() });
export type RunPage = z.infer<typeof runPageSchema>;

export const startupSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting') }),
  z.object({ state: z.literal('ready') }),
  /** The daemon cannot run; the window explains. */
  z.object({ state: z.literal('failed'), problem: problemSchema }),
]);
export type Startup = z.infer<typeof startupSchema>;

export const agentSummarySchema = z.object({
  id: z.string(),
  protocol: z.enum(['acp', 'command']),
  commandLine: z.string(),
  builtIn: z.boolean(),
  /** Whether it asks before it acts: always, once its mode or environment is set, never, or not known. */
  asks: z.enum(['always', 'when_set', 'never', 'unknown']),
  note: z.string(),
  /** Whether its command was found on this machine, and where. */
  found: z.boolean(),
  foundAt: z.string().nullable(),
});
export type AgentSummary = z.infer<typeof agentSummarySchema>;

/** What can be chosen, and what the daemon says of itself. */
export const catalogSchema = z.object({
  daemon: z.object({
    owner: z.string(),
    bootId: z.string(),
    version: z.string(),
    home: z.string(),
    machine: z.string(),
  }),
  agents: z.array(agentSummarySchema),
  profiles: z.array(profileSchema.extend({ id: z.string(), builtIn: z.boolean() })),
  limits: dispatchLimitsSchema,
  configurationFile: z.string(),
  configurationProblems: z.array(configurationProblemSchema),
  recentFolders: z.array(z.string()),
  /** Ids of the projects of which no system notification tells. */
  silencedProjects: z.array(z.string()),
});
export type Catalog = z.infer<typeof catalogSchema>;

/** What was answered the last time that the same was asked. */
export const earlierAnswerSchema = z.object({
  kind: approvalOptionSchema.shape.kind,
  by: z.string(),
  at: z.number(),
});
export type EarlierAnswer = z.infer<typeof earlierAnswerSchema>;

export const approvalSchema = z.object({
  id: z.string(),
  title: z.string(),
  toolKind: toolKindSchema,
  subject: z.string(),
  reason: z.string(),
  /** The whole of what will run or change. */
  command: z.string().nullable(),
  locations: z.array(z.string()),
  diffs: z.array(diffSchema),
  options: z.array(approvalOptionSchema),
  generation: z.number(),
  status: z.enum(['open', 'answered', 'expired']),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  askedAt: z.number(),
  answeredAt: z.number().nullable(),
  /** In the same run, or by the same task; null when there was none, and for what is no longer open. */
  earlier: z.nullable(earlierAnswerSchema),
});
export type Approval = z.infer<typeof approvalSchema>;

export const auditEntrySchema = z.object({
  at: z.number(),
  action: z.string(),
  actor: z.string(),
  generation: z.number().nullable(),
  detail: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const taskDetailsSchema = z.object({
  card: cardSchema,
  prompt: z.string(),
  folder: z.string(),
  workFolder: z.string().nullable(),
  branch: z.string().nullable(),
  digest: z.string().nullable(),
  processId: z.number().nullable(),
  approvals: z.array(approvalSchema),
  audit: z.array(auditEntrySchema),
  /** Every session that worked on it, newest first. */
  sessionIds: z.array(z.string()),
});
export type TaskDetails = z.infer<typeof taskDetailsSchema>;

const taskFoundSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), details: taskDetailsSchema }),
  z.object({ outcome: z.literal('not_found') }),
]);

const runFoundSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), details: runDetailsSchema }),
  z.object({ outcome: z.literal('not_found') }),
]);

const diffFoundSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), diff: reviewDiffSchema }),
  z.object({ outcome: z.literal('git_refused'), problem: problemSchema }),
  z.object({ outcome: z.literal('not_found') }),
]);

const mergePredictedSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('predicted'),
    headCommit: z.string(),
    prediction: mergePredictionSchema,
  }),
  z.object({ outcome: z.literal('git_refused'), problem: problemSchema }),
  z.object({ outcome: z.literal('not_found') }),
]);

const discardPreviewedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('found'), preview: removalPreviewSchema }),
  z.object({ outcome: z.literal('git_refused'), problem: problemSchema }),
  z.object({ outcome: z.literal('not_found') }),
]);

const demoStartOutcomeSchema = z.discriminatedUnion('outcome', [
  startOutcomeSchema,
  z.object({ outcome: z.literal('demo_refused'), problem: problemSchema }),
]);

/**
 * What a call answers, as a type alone: the daemon is taken at its word. Schemas that only types are made of are left out
 * of the build; making them kept the first board.
 */
function answers<Answer extends z.ZodType>(): z.infer<Answer> | undefined {
  return undefined;
}

/** Every call that the window, the loopback API and the command line can make. */
export const CONTRACT = {
  'startup.read': { input: z.strictObject({}), output: answers<typeof startupSchema>() },
  'catalog.read': { input: z.strictObject({}), output: answers<typeof catalogSchema>() },
  /** The whole board, or the top of a large one: then it has the revision 0 and `more`, and the changes since 0 follow. */
  'board.first': { input: z.strictObject({}), output: answers<typeof boardDeltaSchema>() },
  'board.changes': {
    input: z.strictObject({ since: z.number().int().min(0) }),
    output: answers<typeof boardDeltaSchema>(),
  },
  'fleet.read': { input: z.strictObject({}), output: answers<typeof fleetSchema>() },
  'events.list': {
    input: z.strictObject({
      since: z.number().int().min(0),
      limit: z.number().int().min(1).max(1000),
    }),
    output: answers<typeof dispatchEventPageSchema>(),
  },
  /** The newest events of a project, newest first. */
  'events.latest': {
    input: z.strictObject({ projectId: id, limit: z.number().int().min(1).max(100) }),
    output: answers<z.ZodArray<typeof dispatchEventSchema>>(),
  },
  'task.list': { input: taskListInputSchema, output: answers<typeof taskPageSchema>() },
  'session.list': { input: sessionListInputSchema, output: answers<typeof sessionPageSchema>() },
  'id.find': { input: idQuerySchema, output: answers<typeof idMatchesSchema>() },
  'numbers.read': { input: numbersInputSchema, output: answers<typeof numbersSchema>() },
  'board.activity': {
    input: z.strictObject({}),
    output: answers<z.ZodArray<typeof activitySchema>>(),
  },
  'task.start': { input: startInputSchema, output: answers<typeof startOutcomeSchema>() },
  'task.send': { input: sendInputSchema, output: answers<typeof startOutcomeSchema>() },
  'task.details': {
    input: taskInput,
    output: answers<typeof taskFoundSchema>(),
  },
  /** What the worker uses now; asked again and again while somebody looks. */
  'task.processes': { input: taskInput, output: answers<typeof taskProcessesSchema>() },
  'task.hold': { input: taskInput, output: answers<typeof holdOutcomeSchema>() },
  'task.unhold': { input: taskInput, output: answers<typeof unholdOutcomeSchema>() },
  'task.cancel': { input: taskInput, output: answers<typeof cancelOutcomeSchema>() },
  'task.runAgain': { input: taskInput, output: answers<typeof runAgainOutcomeSchema>() },
  'task.dismiss': { input: taskInput, output: answers<typeof dismissOutcomeSchema>() },
  'approval.answer': {
    input: z.strictObject({ approvalId: id, optionId: id }),
    output: answers<typeof answerOutcomeSchema>(),
  },
  'session.transcript': {
    input: z.strictObject({
      sessionId: id,
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: answers<typeof transcriptPageSchema>(),
  },
  'session.conduct': {
    input: z.strictObject({ sessionId: id, conducts: z.boolean() }),
    output: answers<typeof conductOutcomeSchema>(),
  },
  'run.start': { input: runStartInputSchema, output: answers<typeof runStartOutcomeSchema>() },
  'run.list': { input: runListInputSchema, output: answers<typeof runPageSchema>() },
  'run.details': {
    input: runInput,
    output: answers<typeof runFoundSchema>(),
  },
  /** What the run changed against its base, or one of its attempts against the one before. */
  'run.diff': {
    input: z.strictObject({ runId: id, ordinal: z.number().int().min(1).nullable() }),
    output: answers<typeof diffFoundSchema>(),
  },
  'run.stop': { input: runInput, output: answers<typeof runStopOutcomeSchema>() },
  /** A person's words become the next attempt's prompt. */
  'run.requestChanges': {
    input: z.strictObject({
      runId: id,
      words: z.string(),
      comments: z.array(reviewCommentSchema).max(1_000),
    }),
    output: answers<typeof requestChangesOutcomeSchema>(),
  },
  /** Asked without touching anything; `headCommit` is the tip of the run's branch. */
  'run.predictMerge': {
    input: runInput,
    output: answers<typeof mergePredictedSchema>(),
  },
  /** Names both tips as they were shown: what has moved since is looked at again first. */
  'run.merge': {
    input: z.strictObject({
      runId: id,
      method: mergeMethodSchema,
      headCommit: commitId,
      baseCommit: commitId,
      /** Null: made from the goal. */
      message: z.string().nullable(),
    }),
    output: answers<typeof runMergeOutcomeSchema>(),
  },
  'run.previewDiscard': {
    input: runInput,
    output: answers<typeof discardPreviewedSchema>(),
  },
  /** Names what was shown: anything beyond it refuses. */
  'run.discard': {
    input: z.strictObject({ runId: id, seen: removalFactsSchema }),
    output: answers<typeof runDiscardOutcomeSchema>(),
  },
  /** Answers a question with yes, and what it asks for is allowed in this run from now on. */
  'run.allow': {
    input: z.strictObject({ approvalId: id }),
    output: answers<typeof runAllowOutcomeSchema>(),
  },
  'run.removeRule': {
    input: z.strictObject({ runId: id, ruleId: id }),
    output: answers<typeof ruleRemovalOutcomeSchema>(),
  },
  'run.openInEditor': { input: runInput, output: answers<typeof openEditorOutcomeSchema>() },
  /** Pushes the branch and opens its pull request, or brings what is new to the one that it owns. */
  'run.publish': { input: runInput, output: answers<typeof publishOutcomeSchema>() },
  /** A person's words for what is merge-ready; its facts are looked at first. */
  'run.continue': {
    input: z.strictObject({ runId: id, words: z.string() }),
    output: answers<typeof continueOutcomeSchema>(),
  },
  /** On the forge, at the approved head. */
  'run.mergePull': {
    input: z.strictObject({ runId: id, method: mergeMethodSchema }),
    output: answers<typeof pullMergeOutcomeSchema>(),
  },
  'run.release': { input: runInput, output: answers<typeof releaseOutcomeSchema>() },
  /** Reads the forge now, whenever it was read last. */
  'run.refreshPull': { input: runInput, output: answers<typeof pullRefreshOutcomeSchema>() },
  /** config.json, as far as it can be edited in place. */
  'settings.read': { input: z.strictObject({}), output: answers<typeof settingsSchema>() },
  'settings.write': {
    input: settingsWriteInputSchema,
    output: answers<typeof settingsWriteOutcomeSchema>(),
  },
  /** Starts an agent, shakes hands with it, and ends it. */
  'agent.test': {
    input: z.strictObject({ agent: z.string() }),
    output: answers<typeof agentTestOutcomeSchema>(),
  },
  /** Known agents, and whether they are on PATH. */
  'agent.detect': {
    input: z.strictObject({}),
    output: answers<z.ZodArray<typeof detectedAgentSchema>>(),
  },
  /** An attempt of the demo agent, in a small repository that is made for it within the home. */
  'demo.start': {
    input: z.strictObject({}),
    output: answers<typeof demoStartOutcomeSchema>(),
  },
  'session.end': {
    input: z.strictObject({ sessionId: id }),
    output: answers<typeof endSessionOutcomeSchema>(),
  },
} as const;

export type ContractMethod = keyof typeof CONTRACT;
export type ContractInput<M extends ContractMethod> = z.infer<(typeof CONTRACT)[M]['input']>;
export type ContractOutput<M extends ContractMethod> = Exclude<
  (typeof CONTRACT)[M]['output'],
  undefined
>;

/** One handler per call; the compiler refuses a daemon that misses one. */
export type ContractHandlers = {
  readonly [M in ContractMethod]: (input: ContractInput<M>) => Promise<ContractOutput<M>>;
};

/** What the daemon tells its clients without being asked. */
export const pushSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('board'), delta: boardDeltaSchema }),
  z.object({ event: z.literal('activity'), activities: z.array(activitySchema) }),
  z.object({ event: z.literal('startup'), startup: startupSchema }),
  z.object({ event: z.literal('catalog') }),
  z.object({ event: z.literal('fleet'), fleet: fleetSchema }),
  z.object({ event: z.literal('dispatch'), events: z.array(dispatchEventSchema) }),
]);
export type Push = z.infer<typeof pushSchema>;

/** What a call over a process boundary answers: the output, or why the call itself failed. */
export type CallResult<M extends ContractMethod> =
  | { readonly ok: true; readonly value: ContractOutput<M> }
  | { readonly ok: false; readonly problem: z.infer<typeof problemSchema> };
