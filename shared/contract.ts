import { z } from 'zod';
import { activitySchema, approvalOptionSchema, boardDeltaSchema, cardSchema } from './board.ts';
import {
  configurationProblemSchema,
  dispatchLimitsSchema,
  profileSchema,
} from './configuration.ts';
import { dispatchEventPageSchema, dispatchEventSchema } from './dispatch-events.ts';
import { fleetSchema } from './fleet.ts';
import {
  idMatchesSchema,
  idQuerySchema,
  sessionListInputSchema,
  sessionPageSchema,
} from './lookup.ts';
import {
  answerOutcomeSchema,
  cancelOutcomeSchema,
  conductOutcomeSchema,
  dismissOutcomeSchema,
  endSessionOutcomeSchema,
  holdOutcomeSchema,
  runAgainOutcomeSchema,
  startOutcomeSchema,
  unholdOutcomeSchema,
} from './outcomes.ts';
import { problemSchema } from './problems.ts';
import { taskShapeSchema, taskStatusSchema, toolKindSchema } from './tasks.ts';
import { diffSchema, transcriptPageSchema } from './transcripts.ts';

const id = z.string().min(1).max(200);
const taskInput = z.strictObject({ taskId: id });

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
  /** Whether its command was found on this machine. */
  found: z.boolean(),
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
});
export type Catalog = z.infer<typeof catalogSchema>;

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

/** Every call that the window, the loopback API and the command line can make. */
export const CONTRACT = {
  'startup.read': { input: z.strictObject({}), output: startupSchema },
  'catalog.read': { input: z.strictObject({}), output: catalogSchema },
  'board.changes': {
    input: z.strictObject({ since: z.number().int().min(0) }),
    output: boardDeltaSchema,
  },
  'fleet.read': { input: z.strictObject({}), output: fleetSchema },
  'events.list': {
    input: z.strictObject({
      since: z.number().int().min(0),
      limit: z.number().int().min(1).max(1000),
    }),
    output: dispatchEventPageSchema,
  },
  /** The newest events of a project, newest first. */
  'events.latest': {
    input: z.strictObject({ projectId: id, limit: z.number().int().min(1).max(100) }),
    output: z.array(dispatchEventSchema),
  },
  'task.list': { input: taskListInputSchema, output: taskPageSchema },
  'session.list': { input: sessionListInputSchema, output: sessionPageSchema },
  'id.find': { input: idQuerySchema, output: idMatchesSchema },
  'board.activity': { input: z.strictObject({}), output: z.array(activitySchema) },
  'task.start': { input: startInputSchema, output: startOutcomeSchema },
  'task.send': { input: sendInputSchema, output: startOutcomeSchema },
  'task.details': {
    input: taskInput,
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), details: taskDetailsSchema }),
      z.object({ outcome: z.literal('not_found') }),
    ]),
  },
  'task.hold': { input: taskInput, output: holdOutcomeSchema },
  'task.unhold': { input: taskInput, output: unholdOutcomeSchema },
  'task.cancel': { input: taskInput, output: cancelOutcomeSchema },
  'task.runAgain': { input: taskInput, output: runAgainOutcomeSchema },
  'task.dismiss': { input: taskInput, output: dismissOutcomeSchema },
  'approval.answer': {
    input: z.strictObject({ approvalId: id, optionId: id }),
    output: answerOutcomeSchema,
  },
  'session.transcript': {
    input: z.strictObject({
      sessionId: id,
      from: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: transcriptPageSchema,
  },
  'session.conduct': {
    input: z.strictObject({ sessionId: id, conducts: z.boolean() }),
    output: conductOutcomeSchema,
  },
  'session.end': { input: z.strictObject({ sessionId: id }), output: endSessionOutcomeSchema },
} as const;

export type ContractMethod = keyof typeof CONTRACT;
export type ContractInput<M extends ContractMethod> = z.infer<(typeof CONTRACT)[M]['input']>;
export type ContractOutput<M extends ContractMethod> = z.infer<(typeof CONTRACT)[M]['output']>;

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
