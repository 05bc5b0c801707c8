import { z } from 'zod';
import { problemSchema } from './problems.ts';

/**
 * A daemon that has worked on this database. `live`: its heartbeat is fresh. `silent`: it stopped telling without
 * saying goodbye, so it was killed, sleeps or hangs; its work waits for its own restart. `stopped`: it quit.
 */
export const daemonSummarySchema = z.object({
  /** `host:port` of its loopback API; survives restarts. */
  owner: z.string(),
  bootId: z.string(),
  machine: z.string(),
  pid: z.number(),
  version: z.string(),
  startedAt: z.number(),
  heartbeatAt: z.number(),
  state: z.enum(['live', 'silent', 'stopped']),
  /** Whether it is the daemon that answers. */
  isThis: z.boolean(),
});
export type DaemonSummary = z.infer<typeof daemonSummarySchema>;

/** How often a program from before ownership tried to change a row that a current daemon owns, and was refused. */
export const oldWriterSchema = z.object({
  refusals: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
});
export type OldWriter = z.infer<typeof oldWriterSchema>;

/** Who shares the database, and how it fares. */
export const fleetSchema = z.object({
  daemons: z.array(daemonSummarySchema),
  /** Null when no out-of-date program was ever refused. */
  oldWriter: oldWriterSchema.nullable(),
  /** What is wrong with the database at the moment; null when all is well. */
  trouble: problemSchema.nullable(),
});
export type Fleet = z.infer<typeof fleetSchema>;
