import { z } from 'zod';
import { WORK_ERRORS, type WorkErrorCode } from '../../../../shared/work-errors.ts';

const codes = Object.keys(WORK_ERRORS) as [WorkErrorCode, ...WorkErrorCode[]];

/** A `TurnResult` as it lies in `kept_result`. */
export const keptResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done'), digest: z.string() }),
  z.object({
    outcome: z.literal('failed'),
    error: z.object({ code: z.enum(codes), message: z.string(), nextStep: z.string() }),
  }),
]);
