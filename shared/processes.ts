import { z } from 'zod';

/** What the processes of a task's worker use together at the moment. */
export const processUseSchema = z.object({
  /** Leader of the group. */
  pid: z.number(),
  count: z.number(),
  memoryBytes: z.number(),
  /** Whether memory that several of them share is counted once, or once for each. */
  sharedMemory: z.enum(['counted_once', 'counted_for_each']),
  /** Of one core: two that are busy are 200. */
  cpuPercent: z.number(),
});
export type ProcessUse = z.infer<typeof processUseSchema>;

export const taskProcessesSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('measured'), use: processUseSchema }),
  /** This system does not tell. */
  z.object({ outcome: z.literal('not_known') }),
  z.object({ outcome: z.literal('no_worker') }),
  z.object({ outcome: z.literal('not_owner'), ownerDaemon: z.string() }),
  z.object({ outcome: z.literal('not_found') }),
]);
export type TaskProcesses = z.infer<typeof taskProcessesSchema>;
