import { z } from 'zod';
import { sessionCardSchema } from './board.ts';

/** What can be named by the beginning of its id. */
export const nameableSchema = z.enum(['task', 'session', 'approval', 'run']);
export type Nameable = z.infer<typeof nameableSchema>;

export const idQuerySchema = z.strictObject({
  of: nameableSchema,
  /** The beginning of the id, or all of it. Empty: whichever are newest. */
  prefix: z.string().max(200),
});

export const idMatchesSchema = z.object({
  /** Newest first; enough of them to tell a person which ones there are. */
  matches: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** The task that it is about: a task's own id, the one of a run's last attempt. */
      taskId: z.string(),
    }),
  ),
  more: z.boolean(),
});
export type IdMatches = z.infer<typeof idMatchesSchema>;

/** Newest first. `before`: the last session of the page before. */
export const sessionListInputSchema = z.strictObject({
  /** Whether sessions that have ended are wanted too. */
  ended: z.boolean(),
  limit: z.number().int().min(1).max(1000),
  before: z.strictObject({ createdAt: z.number(), id: z.string().min(1).max(200) }).optional(),
});
export type SessionListInput = z.infer<typeof sessionListInputSchema>;

export const sessionPageSchema = z.object({
  sessions: z.array(sessionCardSchema),
  more: z.boolean(),
});
export type SessionPage = z.infer<typeof sessionPageSchema>;
