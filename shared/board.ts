import { z } from 'zod';
import { NODE_STATES } from './lanes.ts';
import { problemSchema } from './problems.ts';
import {
  sessionStateSchema,
  taskKindSchema,
  taskShapeSchema,
  taskStatusSchema,
  toolKindSchema,
} from './tasks.ts';

/** An option exactly as the agent offered it. */
export const approvalOptionSchema = z.object({
  optionId: z.string(),
  name: z.string(),
  kind: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']),
});
export type ApprovalOption = z.infer<typeof approvalOptionSchema>;

/** An open question, as much of it as a card shows. */
export const openQuestionSchema = z.object({
  approvalId: z.string(),
  title: z.string(),
  toolKind: toolKindSchema,
  /** The command or the paths it is about, shortened. */
  subject: z.string(),
  /** Why the profile did not answer it. */
  reason: z.string(),
  options: z.array(approvalOptionSchema),
  askedAt: z.number(),
});
export type OpenQuestion = z.infer<typeof openQuestionSchema>;

/** One card. The prompt and the folder come with the details of one task. All times are Unix milliseconds. */
export const cardSchema = z.object({
  id: z.string(),
  revision: z.number(),
  kind: taskKindSchema,
  shape: taskShapeSchema,
  status: taskStatusSchema,
  state: z.enum(NODE_STATES),
  /** First line of the prompt, shortened. */
  title: z.string(),
  agent: z.string(),
  profile: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  branch: z.string().nullable(),
  attempts: z.number(),
  failureLimit: z.number(),
  generation: z.number(),
  ownerDaemon: z.string().nullable(),
  runId: z.string().nullable(),
  sessionId: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
  heldUntil: z.number().nullable(),
  notBefore: z.number().nullable(),
  error: problemSchema.nullable(),
  /** The beginning of the result. */
  digest: z.string().nullable(),
  question: openQuestionSchema.nullable(),
  dismissedBy: z.string().nullable(),
});
export type Card = z.infer<typeof cardSchema>;

export const sessionCardSchema = z.object({
  id: z.string(),
  revision: z.number(),
  agent: z.string(),
  title: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  state: sessionStateSchema,
  /** The task it works on, or the one it was made for. */
  taskId: z.string().nullable(),
  ownerDaemon: z.string(),
  /** Whether a prompt can be sent to it (command workers take none). */
  acceptsPrompts: z.boolean(),
  /** Whether it is told what settles in its project. */
  isConductor: z.boolean(),
  folder: z.string(),
  branch: z.string().nullable(),
  createdAt: z.number(),
});
export type SessionCard = z.infer<typeof sessionCardSchema>;

/** What a session did last; not stored, sent as it happens. `transcriptNext` tells a reader that there is more to fetch. */
export const activitySchema = z.object({
  sessionId: z.string(),
  line: z.string(),
  at: z.number(),
  transcriptNext: z.number(),
});
export type Activity = z.infer<typeof activitySchema>;
