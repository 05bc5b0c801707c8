import type { Command } from 'commander';
import { answerWords } from '../../../shared/answer-words.ts';
import type { ApprovalOption } from '../../../shared/board.ts';
import { act, reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { UsageNotAccepted } from '../command-stopped.ts';
import type { ExitCode } from '../exit-codes.ts';
import { reportUnknown } from '../identify.ts';
import { type NamedQuestion, questionNamed, reportNoQuestion } from '../open-question.ts';
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
    .argument('<id>', 'of a task or a run that asks, or of an approval; the beginning is enough')
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
  const asked = await questionNamed(context, ['task', 'approval', 'run'], written);
  if (asked.found === 'unknown') return reportUnknown(context, 'task', written);
  if (asked.found === 'no_question') return reportNoQuestion(context, asked.status);
  const optionId =
    option === undefined
      ? optionOfKind(asked, reject ? REJECTS : ALLOWS)
      : optionNamed(asked, option);
  const input = { approvalId: asked.approvalId, optionId };
  return reportOutcome(context, await act(context, 'approval.answer', input, there));
}

const ALLOWS = ['allow_once'] as const;
const REJECTS = ['reject_once', 'reject_always'] as const;

function optionOfKind(
  { options }: NamedQuestion,
  kinds: readonly ApprovalOption['kind'][],
): string {
  for (const kind of kinds) {
    const found = options.find((option) => option.kind === kind);
    if (found !== undefined) return found.optionId;
  }
  const offered = options.map((option) => `"${answerWords(option)}"`).join(', ');
  throw new UsageNotAccepted(
    'option_missing',
    `The agent offers no option of the kind ${kinds[0]}.`,
    `Choose one: ${offered}.`,
  );
}

/**
 * What is not among the options goes to the daemon as it is, which says what was offered. A name counts where it says
 * what the answer does: nobody who writes "Reject" is to allow anything.
 */
function optionNamed({ options }: NamedQuestion, written: string): string {
  const wanted = written.toLowerCase();
  const found =
    options.find(({ optionId }) => optionId === written) ??
    options.find(({ kind }) => kind === wanted) ??
    options.find((option) => answerWords(option).toLowerCase() === wanted);
  return found?.optionId ?? written;
}
