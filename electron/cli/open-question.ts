import type { ApprovalOption } from '../../shared/board.ts';
import type { Approval } from '../../shared/contract.ts';
import type { Nameable } from '../../shared/lookup.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Identified, identify } from './identify.ts';

export interface NamedQuestion {
  readonly found: 'question';
  readonly approvalId: string;
  readonly options: readonly ApprovalOption[];
}

export type QuestionLookup =
  | NamedQuestion
  | { readonly found: 'no_question'; readonly status: string }
  | { readonly found: 'unknown' };

/**
 * The approval of that id, or the question that a task or a run of that id waits on. A run also waits on what an
 * attempt asked whose worker went away with its daemon.
 *
 * @throws UsageNotAccepted when the id names several
 */
export async function questionNamed(
  context: CommandContext,
  kinds: readonly Nameable[],
  written: string,
): Promise<QuestionLookup> {
  const named = await identify(context, kinds, written);
  if (named === null) return { found: 'unknown' };
  return named.of === 'run' ? ofRun(context, named.id) : ofTask(context, named);
}

/** Says that nothing is asked there. */
export function reportNoQuestion({ json, terminal }: CommandContext, status: string): ExitCode {
  const message = `It asks nothing: it is ${status}.`;
  if (json) terminal.json({ outcome: 'no_open_question', status, message });
  else terminal.note(message);
  return EXIT.refused;
}

async function ofRun({ call }: CommandContext, runId: string): Promise<QuestionLookup> {
  const answer = await call('run.details', { runId });
  if (answer.outcome === 'not_found') return { found: 'unknown' };
  const { question, status } = answer.details.card;
  if (question === null) return { found: 'no_question', status };
  return { found: 'question', approvalId: question.approvalId, options: question.options };
}

async function ofTask({ call }: CommandContext, named: Identified): Promise<QuestionLookup> {
  const answer = await call('task.details', { taskId: named.taskId });
  if (answer.outcome === 'not_found') return { found: 'unknown' };
  const { approvals, card } = answer.details;
  const approval = approvalIn(approvals, named.id);
  if (approval === undefined) return { found: 'no_question', status: card.status };
  return { found: 'question', approvalId: approval.id, options: approval.options };
}

/** The approval that was named, or the one that its task has waited on for longest. */
function approvalIn(approvals: readonly Approval[], id: string): Approval | undefined {
  return (
    approvals.find((approval) => approval.id === id) ??
    approvals
      .filter(({ status }) => status === 'open')
      .sort((one, other) => one.askedAt - other.askedAt)[0]
  );
}
