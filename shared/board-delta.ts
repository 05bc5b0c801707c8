import { z } from 'zod';
import { cardSchema, sessionCardSchema } from './board.ts';
import { runCardSchema } from './runs.ts';

/**
 * Everything newer than `since`, whole rows, up to and including `revision`.
 * With `since` 0 this is the snapshot. `more`: ask again from `revision`.
 */
export const boardDeltaSchema = z.object({
  since: z.number(),
  revision: z.number(),
  cards: z.array(cardSchema),
  sessions: z.array(sessionCardSchema),
  /** Attempts of runs are in here, not among the cards. */
  runs: z.array(runCardSchema),
  more: z.boolean(),
});
export type BoardDelta = z.infer<typeof boardDeltaSchema>;
