import { z } from 'zod';

/** A send or a spawn that settled, as its project's conductor is told. */
export const dispatchEventSchema = z.object({
  /** Its place in the order in which events were written. */
  position: z.number(),
  id: z.string(),
  projectId: z.string(),
  taskId: z.string(),
  /** `task.done`, `task.failed`, `task.blocked` or `task.cancelled`. */
  type: z.string(),
  /** The result, or the error. */
  digest: z.string().nullable(),
  createdAt: z.number(),
  /** When a conductor acknowledged it; null while it waits. */
  deliveredAt: z.number().nullable(),
});
export type DispatchEvent = z.infer<typeof dispatchEventSchema>;

/** Events after a position, oldest first. `more`: ask again from `position`. */
export const dispatchEventPageSchema = z.object({
  events: z.array(dispatchEventSchema),
  position: z.number(),
  more: z.boolean(),
});
export type DispatchEventPage = z.infer<typeof dispatchEventPageSchema>;
