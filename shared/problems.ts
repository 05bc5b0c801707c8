import { z } from 'zod';

/** Something that went wrong, for a person: a stable code, a sentence, and what to do next. */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  nextStep: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A value that was not accepted: which one, what it was, what was expected. */
export const fieldProblemSchema = z.object({
  field: z.string(),
  found: z.string(),
  expected: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblemSchema>;
