import { z } from 'zod';

/** What the window is asked to show from outside: by a notification, the tray or a link. */
export const shownSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('task'), id: z.string() }),
  z.object({ what: z.literal('run'), id: z.string() }),
  /** Whatever needs a person first. */
  z.object({ what: z.literal('queue') }),
]);
export type Shown = z.infer<typeof shownSchema>;
