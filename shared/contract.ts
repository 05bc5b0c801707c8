import { z } from 'zod';
import type { AgentTestOutcome, DetectedAgent } from './agent-tests.ts';
import { type Activity, activitySchema, approvalOptionSchema, cardSchema } from './board.ts';
import { type BoardDelta, boardDeltaSchema } from './board-delta.ts';
import {
  configurationProblemSchema,
  dispatchLimitsSchema,
  profileSchema,
} from './configuration.ts';
import {
  type DispatchEvent,
  type DispatchEventPage,
  dispatchEventSchema,
} from './dispatch-events.ts';
import { type Fleet, fleetSchema } from './fleet.ts';
import {
  type IdMatches,
  idQuerySchema,
  type SessionPage,
  sessionListInputSchema,
} from './lookup.ts';
import { type Numbers, numbersInputSchema } from './numbers.ts';
import type {
  AnswerOutcome,
  CancelOutcome,
  ConductOutcome,
  ContinueOutcome,
  DismissOutcome,
  EndSessionOutcome,
  HoldOutcome,
  OpenEditorOutcome,
  PublishOutcome,
  PullMergeOutcome,
  PullRefreshOutcome,
  ReleaseOutcome,
  RequestChangesOutcome,
  RuleRemovalOutcome,
  RunAgainOutcome,
  RunAllowOutcome,
  RunDiscardOutcome,
  RunMergeOutcome,
  RunStartOutcome,
  RunStopOutcome,
  StartOutcome,
  UnholdOutcome,
} from './outcomes.ts';
import { type Problem, problemSchema } from './problems.ts';
import type { TaskProcesses } from './processes.ts';
import {
  type MergePrediction,
  type RemovalPreview,
  type ReviewDiff,
  removalFactsSchema,
} from './review.ts';
import {
  mergeMethodSchema,
  type RunDetails,
  reviewCommentSchema,
  runCardSchema,
  runStartInputSchema,
} from './runs.ts';
import { type Settings, type SettingsWriteOutcome, settingsWriteInputSchema } from './settings.ts';
import { taskShapeSchema, taskStatusSchema, toolKindSchema } from './tasks.ts';
import { diffSchema, type TranscriptPage } from './transcripts.ts';

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

type NotFound = { outcome: 'not_found' };
type Found<What> = ({ outcome: 'found' } & What) | NotFound;
type GitRefused = { outcome: 'git_refused'; problem: Problem };
type MergePredicted =
  | { outcome: 'predicted'; headCommit: string; prediction: MergePrediction }
  | GitRefused
  | NotFound;
type DemoStartOutcome = StartOutcome | { outcome: 'demo_refused'; problem: Problem };

/**
 * What a call answers, as a type alone: the daemon is taken at its word. Schemas that only types are made of are left out
 * of the build; making them kept the first board.
 */
function answers<Answer>(): Answer | undefined {
  return undefined;
}

/** Every call that the window, the loopback API and the command line can make. */
export const CONTRACT = {
  'startup.read': { input: z.strictObject({}), output: answers<Startup>() },
  'catalog.read': { input: z.strictObject({}), output: answers<Catalog>() },
  /** The whole board, or the top of a large one: then it has the revision 0 and `more`, and the changes since 0 follow. */
  'board.first': { input: z.strictObject({}), output: answers<BoardDelta>() },
  'board.changes': {
    input: z.strictObject({ since: z.number().int().min(0) }),
    output: answers<BoardDelta>(),
  },
  'fleet.read': { input: z.strictObject({}), output: answers<Fleet>() },
  'events.list': {
    input: z.strictObject({
      since: z.number().int().min(0),
      limit: z.number().int().min(1).max(1000),
    }),
    output: answers<DispatchEventPage>(),
  },
  /** The newest events of a project, newest first. */
  'events.latest': {
    input: z.strictObject({ projectId: id, limit: z.number().int().min(1).max(100) }),
    output: answers<DispatchEvent[]>(),
  },
  'task.list': { input: taskListInputSchema, output: answers<TaskPage>() },
  'session.list': { input: sessionListInputSchema, output: answers<SessionPage>() },
  'id.find': { input: idQuerySchema, output: answers<IdMatches>() },
  'numbers.read': { input: numbersInputSchema, output: answers<Numbers>() },
  'board.activity': {
    input: z.strictObject({}),
    output: answers<Activity[]>(),
  },
  'task.start': { input: startInputSchema, output: answers<StartOutcome>() },
  'task.send': { input: sendInputSchema, output: answers<StartOutcome>() },
  'task.details': {
    input: taskInput,
    output: answers<Found<{ details: TaskDetails }>>(),
  },
  /** What the worker uses now; asked again and again while somebody looks. */
  'task.processes': { input: taskInput, output: answers<TaskProcesses>() },
  'task.hold': { input: taskInput, output: answers<HoldOutcome>() },
  'task.unhold': { input: taskInput, output: answers<UnholdOutcome>() },
  'task.cancel': { input: taskInput, output: answers<CancelOutcome>() },
  'task.runAgain': { input: taskInput, output: answers<RunAgainOutcome>() },
  'task.dismiss': { input: taskInput, output: answers<DismissOutcome>() },
  'approval.answer': {
    input: z.strictObject({ approvalId: id, optionId: id }),
    output: answers<AnswerOutcome>(),
  },
  'session.transcript': {
    input: z.strictObject({
      sessionId: id,
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: answers<TranscriptPage>(),
  },
  'session.conduct': {
    input: z.strictObject({ sessionId: id, conducts: z.boolean() }),
    output: answers<ConductOutcome>(),
  },
  'run.start': { input: runStartInputSchema, output: answers<RunStartOutcome>() },
  'run.list': { input: runListInputSchema, output: answers<RunPage>() },
  'run.details': {
    input: runInput,
    output: answers<Found<{ details: RunDetails }>>(),
  },
  /** What the run changed against its base, or one of its attempts against the one before. */
  'run.diff': {
    input: z.strictObject({ runId: id, ordinal: z.number().int().min(1).nullable() }),
    output: answers<Found<{ diff: ReviewDiff }> | GitRefused>(),
  },
  'run.stop': { input: runInput, output: answers<RunStopOutcome>() },
  /** A person's words become the next attempt's prompt. */
  'run.requestChanges': {
    input: z.strictObject({
      runId: id,
      words: z.string(),
      comments: z.array(reviewCommentSchema).max(1_000),
    }),
    output: answers<RequestChangesOutcome>(),
  },
  /** Asked without touching anything; `headCommit` is the tip of the run's branch. */
  'run.predictMerge': {
    input: runInput,
    output: answers<MergePredicted>(),
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
    output: answers<RunMergeOutcome>(),
  },
  'run.previewDiscard': {
    input: runInput,
    output: answers<Found<{ preview: RemovalPreview }> | GitRefused>(),
  },
  /** Names what was shown: anything beyond it refuses. */
  'run.discard': {
    input: z.strictObject({ runId: id, seen: removalFactsSchema }),
    output: answers<RunDiscardOutcome>(),
  },
  /** Answers a question with yes, and what it asks for is allowed in this run from now on. */
  'run.allow': {
    input: z.strictObject({ approvalId: id }),
    output: answers<RunAllowOutcome>(),
  },
  'run.removeRule': {
    input: z.strictObject({ runId: id, ruleId: id }),
    output: answers<RuleRemovalOutcome>(),
  },
  'run.openInEditor': { input: runInput, output: answers<OpenEditorOutcome>() },
  /** Pushes the branch and opens its pull request, or brings what is new to the one that it owns. */
  'run.publish': { input: runInput, output: answers<PublishOutcome>() },
  /** A person's words for what is merge-ready; its facts are looked at first. */
  'run.continue': {
    input: z.strictObject({ runId: id, words: z.string() }),
    output: answers<ContinueOutcome>(),
  },
  /** On the forge, at the approved head. */
  'run.mergePull': {
    input: z.strictObject({ runId: id, method: mergeMethodSchema }),
    output: answers<PullMergeOutcome>(),
  },
  'run.release': { input: runInput, output: answers<ReleaseOutcome>() },
  /** Reads the forge now, whenever it was read last. */
  'run.refreshPull': { input: runInput, output: answers<PullRefreshOutcome>() },
  /** config.json, as far as it can be edited in place. */
  'settings.read': { input: z.strictObject({}), output: answers<Settings>() },
  'settings.write': {
    input: settingsWriteInputSchema,
    output: answers<SettingsWriteOutcome>(),
  },
  /** Starts an agent, shakes hands with it, and ends it. */
  'agent.test': {
    input: z.strictObject({ agent: z.string() }),
    output: answers<AgentTestOutcome>(),
  },
  /** Known agents, and whether they are on PATH. */
  'agent.detect': {
    input: z.strictObject({}),
    output: answers<DetectedAgent[]>(),
  },
  /** An attempt of the demo agent, in a small repository that is made for it within the home. */
  'demo.start': {
    input: z.strictObject({}),
    output: answers<DemoStartOutcome>(),
  },
  'session.end': {
    input: z.strictObject({ sessionId: id }),
    output: answers<EndSessionOutcome>(),
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
  | { readonly ok: false; readonly problem: Problem };
