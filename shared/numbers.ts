import { z } from 'zod';

export const numbersSpanSchema = z.enum(['day', 'week', 'month']);
export type NumbersSpan = z.infer<typeof numbersSpanSchema>;

/** The last day of the year 9999. */
const LATEST_AT = 253_402_214_400_000;

export const numbersInputSchema = z.strictObject({
  span: numbersSpanSchema,
  /** The last hour of a day, or the last day of a week or a month, is the one in which this is. */
  until: z.number().int().min(0).max(LATEST_AT),
  /** Of who asks: hours and days are theirs. */
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'Expected the name of a time zone, such as Europe/Berlin.'),
});
export type NumbersInput = z.infer<typeof numbersInputSchema>;

const count = z.number().int().min(0);

export const taskCountsSchema = z.object({
  done: count,
  /** Also those that were blocked after too many tries. */
  failed: count,
  cancelled: count,
});
export type TaskCounts = z.infer<typeof taskCountsSchema>;

/** Loop runs by how their loop ended, whatever became of their review. */
export const runCountsSchema = z.object({ passed: count, failed: count, stopped: count });
export type RunCounts = z.infer<typeof runCountsSchema>;

const settledSchema = z.object({
  /** Attempts of runs are not in here: their run is in `runs`. */
  tasks: taskCountsSchema,
  runs: runCountsSchema,
});
export type Settled = z.infer<typeof settledSchema>;

export const numbersBucketSchema = settledSchema.extend({
  startAt: z.number(),
  /** Not included. */
  endAt: z.number(),
  /** Of the tasks and attempts that settled in it, from start to end: parked on a person. */
  waitedMs: count,
  /** The rest of that time, and the checks of attempts. */
  workedMs: count,
});
export type NumbersBucket = z.infer<typeof numbersBucketSchema>;

export const agentNumbersSchema = settledSchema.extend({ agent: z.string() });
export type AgentNumbers = z.infer<typeof agentNumbersSchema>;

export const projectCostSchema = z.object({
  projectId: z.string(),
  projectName: z.string(),
  /** As the agent names it. */
  currency: z.string(),
  amount: z.number().min(0),
  /** How many tasks, attempts of runs among them, the amount is the sum of. */
  tasks: count,
});
export type ProjectCost = z.infer<typeof projectCostSchema>;

/** What settled in a period, as the database records it. */
export const numbersSchema = z.object({
  span: numbersSpanSchema,
  timeZone: z.string(),
  /** Oldest first, without gaps: 24 hours, 7 days or 30 days. */
  buckets: z.array(numbersBucketSchema),
  /** Those with the most settled work first. */
  agents: z.array(agentNumbersSchema),
  /** One for each project and currency; currencies are never added up. */
  costs: z.array(projectCostSchema),
  /** Tasks, attempts of runs among them, whose agent named no cost: the costs leave them out. */
  withoutCost: count,
});
export type Numbers = z.infer<typeof numbersSchema>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
