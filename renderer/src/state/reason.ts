import type { FieldProblem, Problem } from '../../../shared/problems.ts';

/** Why something was not done: a problem with its code, or a sentence. */
export type Reason = Problem | string;

/** Where there is one line for it. */
export function reasonInLine(reason: Reason): string {
  return typeof reason === 'string' ? reason : `${reason.message} ${reason.nextStep}`;
}

/** All that somebody needs to whom it is reported. */
export function reasonAsText(reason: Reason): string {
  return typeof reason === 'string' ? reason : problemAsText(reason);
}

/** Code, sentence and next step of a problem, to be copied as one. */
export function problemAsText({ code, message, nextStep }: Problem): string {
  return `${code}\n${message}\n${nextStep}`;
}

/** Which value it is, what was found, and what was expected. */
export function fieldProblemAsText({ field, found, expected }: FieldProblem): string {
  return `${field}: found ${found}. Expected ${expected}.`;
}
