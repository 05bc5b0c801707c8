import { z } from 'zod';
import { assertNever } from './assert-never.ts';
import { fieldProblemSchema } from './problems.ts';
import { taskStatusSchema } from './tasks.ts';

const notFound = z.object({ outcome: z.literal('not_found') });
const notOwner = z.object({ outcome: z.literal('not_owner'), ownerDaemon: z.string() });

export const startOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('enqueued'), taskId: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  notOwner,
]);
export type StartOutcome = z.infer<typeof startOutcomeSchema>;

export const holdOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('held'), heldUntil: z.number() }),
  z.object({ outcome: z.literal('not_attempt') }),
  z.object({ outcome: z.literal('not_running'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type HoldOutcome = z.infer<typeof holdOutcomeSchema>;

export const unholdOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('resumed') }),
  z.object({ outcome: z.literal('lapsed') }),
  z.object({ outcome: z.literal('not_held'), status: taskStatusSchema }),
  /** A question is open: answering it is what resumes the attempt. */
  z.object({ outcome: z.literal('question_open'), approvalId: z.string() }),
  notOwner,
  notFound,
]);
export type UnholdOutcome = z.infer<typeof unholdOutcomeSchema>;

export const cancelOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('cancelled') }),
  z.object({ outcome: z.literal('already_settled'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type CancelOutcome = z.infer<typeof cancelOutcomeSchema>;

export const answerOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), optionName: z.string() }),
  z.object({ outcome: z.literal('already_answered'), by: z.string(), optionName: z.string() }),
  z.object({ outcome: z.literal('expired') }),
  z.object({ outcome: z.literal('stale_generation') }),
  z.object({ outcome: z.literal('unknown_option'), offered: z.array(z.string()) }),
  z.object({ outcome: z.literal('lapsed') }),
  notOwner,
  notFound,
]);
export type AnswerOutcome = z.infer<typeof answerOutcomeSchema>;

export const runAgainOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('enqueued'), taskId: z.string() }),
  z.object({ outcome: z.literal('refused'), problems: z.array(fieldProblemSchema).min(1) }),
  z.object({ outcome: z.literal('not_settled'), status: taskStatusSchema }),
  notOwner,
  notFound,
]);
export type RunAgainOutcome = z.infer<typeof runAgainOutcomeSchema>;

export const dismissOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('dismissed') }),
  z.object({ outcome: z.literal('already_dismissed'), by: z.string() }),
  z.object({ outcome: z.literal('not_settled'), status: taskStatusSchema }),
  notFound,
]);
export type DismissOutcome = z.infer<typeof dismissOutcomeSchema>;

export const endSessionOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ended') }),
  z.object({ outcome: z.literal('already_ended') }),
  z.object({ outcome: z.literal('busy'), taskId: z.string() }),
  notOwner,
  notFound,
]);
export type EndSessionOutcome = z.infer<typeof endSessionOutcomeSchema>;

export type AnyOutcome =
  | StartOutcome
  | HoldOutcome
  | UnholdOutcome
  | CancelOutcome
  | AnswerOutcome
  | RunAgainOutcome
  | DismissOutcome
  | EndSessionOutcome;

/** Whether the outcome is what the person asked for; everything else is a refusal to be explained. */
export function isGranted(outcome: AnyOutcome): boolean {
  switch (outcome.outcome) {
    case 'enqueued':
    case 'held':
    case 'resumed':
    case 'cancelled':
    case 'answered':
    case 'dismissed':
    case 'ended':
      return true;
    case 'refused':
    case 'not_attempt':
    case 'not_running':
    case 'stale_generation':
    case 'lapsed':
    case 'not_held':
    case 'question_open':
    case 'already_settled':
    case 'already_answered':
    case 'expired':
    case 'unknown_option':
    case 'not_settled':
    case 'already_dismissed':
    case 'already_ended':
    case 'busy':
    case 'not_owner':
    case 'not_found':
      return false;
    default:
      return assertNever(outcome);
  }
}

/** Says in words what happened, for the window and the command line alike. */
export function describeOutcome(outcome: AnyOutcome): string {
  switch (outcome.outcome) {
    case 'enqueued':
      return 'Queued. It starts as soon as a worker is free.';
    case 'refused':
      return outcome.problems
        .map((problem) => `${problem.field}: ${problem.found}. Expected ${problem.expected}.`)
        .join(' ');
    case 'held':
      return 'Held. Its processes are stopped until you unhold it.';
    case 'not_attempt':
      return 'Only attempts can be held. Cancel this task instead.';
    case 'not_running':
      return `It is ${outcome.status}, so there is nothing to hold.`;
    case 'stale_generation':
      return 'It was reclaimed or cancelled in the meantime, so this no longer applies (stale generation).';
    case 'resumed':
      return 'Resumed.';
    case 'lapsed':
      return 'The hold had already lapsed. The attempt is settled as reclaimed.';
    case 'not_held':
      return `It is ${outcome.status}, not held.`;
    case 'question_open':
      return 'It waits for an answer. Answer the question to resume it.';
    case 'cancelled':
      return 'Cancelled. Its processes are ended.';
    case 'already_settled':
      return `It had already settled as ${outcome.status}.`;
    case 'answered':
      return `Answered: ${outcome.optionName}.`;
    case 'already_answered':
      return `${outcome.by} had already answered: ${outcome.optionName}.`;
    case 'expired':
      return 'The question can no longer be answered: its worker is gone or the hold lapsed.';
    case 'unknown_option':
      return `The agent did not offer that. It offered: ${outcome.offered.join(', ')}.`;
    case 'not_settled':
      return `It is ${outcome.status}. Only settled work can be put away or run again.`;
    case 'dismissed':
      return 'Moved to Done.';
    case 'already_dismissed':
      return `${outcome.by} had already moved it to Done.`;
    case 'ended':
      return 'Session ended. Its transcript stays.';
    case 'already_ended':
      return 'The session had already ended.';
    case 'busy':
      return 'The session is working on a task. Cancel the task first.';
    case 'not_owner':
      return `Another daemon (${outcome.ownerDaemon}) owns this.`;
    case 'not_found':
      return 'There is no such thing any more.';
    default:
      return assertNever(outcome);
  }
}
