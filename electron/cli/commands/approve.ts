import type { Command } from 'commander';
import type { ApprovalOption } from '../../../shared/board.ts';
import type { Approval, TaskDetails } from '../../../shared/contract.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { act, reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { UsageNotAccepted } from '../command-stopped.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Identified, identify, reportUnknown } from '../identify.ts';
import { thereOption } from '../there-option.ts';

interface ApproveOptions {
  readonly option?: string;
  readonly reject?: boolean;
  readonly there?: boolean;
}

export function addApprove(program: Command): void {
  const command = program
    .command('approve')
    .description('answer what an agent asks; without an option: allow it once')
    .argument('<id>', 'of a task that asks, or of an approval; the beginning is enough')
    .argument('[option]', 'one of the options that the agent offers, by id or name')
    .option('--option <option>', 'the same, for options that begin with a dash')
    .option('--reject', 'reject it once')
    .addOption(thereOption())
    .action(
      async (written: string, option: string | undefined, options: ApproveOptions, self: Command) =>
        exitWith(await approve(contextOf(self), written, option ?? options.option, options)),
    );
  withExamples(
    command,
    'fleetboard approve 1a2b3c4d',
    'fleetboard approve 1a2b3c4d --reject',
    "fleetboard approve 1a2b3c4d 'Allow always'",
  );
}

async function approve(
  context: CommandContext,
  written: string,
  option: string | undefined,
  { reject = false, there = false }: ApproveOptions,
): Promise<ExitCode> {
  if (option !== undefined && reject) {
    throw new UsageNotAccepted(
      'option_not_accepted',
      `Both an option ("${option}") and --reject were given.`,
      'Give one of them.',
    );
  }
  const named = await identify(context, ['task', 'approval'], written);
  if (named === null) return reportUnknown(context, 'task', written);
  const answer = await context.call('task.details', { taskId: named.taskId });
  if (answer.outcome === 'not_found') return reportUnknown(context, 'task', written);
  const approval = approvalIn(answer.details, named);
  if (approval === null) return reportNoQuestion(context, answer.details);
  const optionId =
    option === undefined
      ? optionOfKind(approval, reject ? REJECTS : ALLOWS)
      : optionNamed(approval, option);
  const input = { approvalId: approval.id, optionId };
  return reportOutcome(context, await act(context, 'approval.answer', input, there));
}

/** The approval that was named, or the one that its task has waited on for longest. */
function approvalIn({ approvals }: TaskDetails, named: Identified): Approval | null {
  const exact = approvals.find(({ id }) => id === named.id);
  if (exact !== undefined) return exact;
  const open = approvals.filter(({ status }) => status === 'open');
  return open.sort((one, other) => one.askedAt - other.askedAt)[0] ?? null;
}

const ALLOWS = ['allow_once'] as const;
const REJECTS = ['reject_once', 'reject_always'] as const;

function optionOfKind(approval: Approval, kinds: readonly ApprovalOption['kind'][]): string {
  for (const kind of kinds) {
    const found = approval.options.find((option) => option.kind === kind);
    if (found !== undefined) return found.optionId;
  }
  const offered = approval.options.map(({ name }) => `"${visibleText(name)}"`).join(', ');
  throw new UsageNotAccepted(
    'option_missing',
    `The agent offers no option of the kind ${kinds[0]}.`,
    `Choose one: ${offered}.`,
  );
}

/** What is not among the options goes to the daemon as it is, which says what was offered. */
function optionNamed({ options }: Approval, written: string): string {
  const wanted = written.toLowerCase();
  const found =
    options.find(({ optionId }) => optionId === written) ??
    options.find(({ name, kind }) => name.toLowerCase() === wanted || kind === wanted);
  return found?.optionId ?? written;
}

function reportNoQuestion({ json, terminal }: CommandContext, { card }: TaskDetails): ExitCode {
  const message = `It asks nothing: it is ${card.status}.`;
  if (json) terminal.json({ outcome: 'no_open_question', status: card.status, message });
  else terminal.note(message);
  return EXIT.refused;
}
