import { z } from 'zod';
import { toolKindSchema } from './tasks.ts';

const at = z.number();

export const planEntrySchema = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});

export const diffSchema = z.object({
  path: z.string(),
  oldText: z.string().nullable(),
  newText: z.string(),
});
export type ToolDiff = z.infer<typeof diffSchema>;

/**
 * One record of a transcript. Text is stored merged, not chunk by chunk.
 * A `tool` entry with the same `toolCallId` as an earlier one replaces what a reader shows for it.
 */
export const transcriptEntrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), at, text: z.string() }),
  z.object({ type: z.literal('message'), at, text: z.string() }),
  z.object({ type: z.literal('thought'), at, text: z.string() }),
  z.object({
    type: z.literal('tool'),
    at,
    toolCallId: z.string(),
    title: z.string(),
    kind: toolKindSchema,
    status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
    /** What it ran, where that was told. */
    command: z.string().nullable().default(null),
    output: z.string(),
    diffs: z.array(diffSchema),
    locations: z.array(z.string()),
  }),
  z.object({ type: z.literal('plan'), at, entries: z.array(planEntrySchema) }),
  z.object({
    type: z.literal('usage'),
    at,
    used: z.number(),
    size: z.number(),
    cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  }),
  z.object({
    type: z.literal('question'),
    at,
    approvalId: z.string(),
    title: z.string(),
    reason: z.string(),
  }),
  z.object({
    type: z.literal('answer'),
    at,
    approvalId: z.string().nullable(),
    title: z.string(),
    by: z.string(),
    answer: z.string(),
  }),
  /** Raw output of a command worker. */
  z.object({
    type: z.literal('output'),
    at,
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  /** What Fleetboard itself has to say: a start, a hold, a truncation. */
  z.object({ type: z.literal('note'), at, text: z.string() }),
  z.object({ type: z.literal('ended'), at, outcome: z.string(), text: z.string() }),
]);
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;

/** A page of a transcript: `next` is the offset to ask for after these entries. */
export const transcriptPageSchema = z.object({
  entries: z.array(z.object({ offset: z.number(), entry: transcriptEntrySchema })),
  next: z.number(),
  complete: z.boolean(),
});
export type TranscriptPage = z.infer<typeof transcriptPageSchema>;
