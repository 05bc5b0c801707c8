import { type Command, Option } from 'commander';
import type { Problem } from '../../../../shared/problems.ts';
import type { MergeRefusal } from '../../../../shared/review.ts';
import type { MergeMethod } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { firstLine } from '../../terminal.ts';
import { thereOption } from '../../there-option.ts';
import { reportIfNotEnded } from './report-if-not-ended.ts';

/** Complete, or the compiler says so. */
const METHODS: Readonly<Record<MergeMethod, true>> = { merge: true, squash: true, rebase: true };

interface MergeOptions {
  readonly method: MergeMethod;
  readonly message?: string;
  readonly there?: boolean;
}

export function addMerge(run: Command): void {
  const command = run
    .command('merge')
    .description(
      'merge what a run made into its base; conflicts are told before anything is touched',
    )
    .argument('<run>', 'its id, or the beginning of it')
    .addOption(
      new Option('--method <method>', 'how').choices(Object.keys(METHODS)).default('merge'),
    )
    .option('--message <text>', 'of the commit (default: made from the goal)')
    .addOption(thereOption())
    .action(async (written: string, options: MergeOptions, self: Command) =>
      exitWith(await merge(contextOf(self), written, options)),
    );
  withExamples(command, "fleetboard run merge 1a2b3c4d --method squash --message 'Mend the till'");
}

async function merge(
  context: CommandContext,
  written: string,
  { method, message, there = false }: MergeOptions,
): Promise<ExitCode> {
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const predicted = await context.call('run.predictMerge', { runId: run.id });
  if (predicted.outcome === 'not_found') return reportUnknown(context, 'run', written);
  if (predicted.outcome === 'git_refused') return reportOutcome(context, predicted);
  const { headCommit, prediction } = predicted;
  if (prediction.outcome !== 'clean') {
    // Of a run that was merged there is nothing left to merge: that is not the reason to tell.
    const notEnded = await reportIfNotEnded(context, run.id);
    return notEnded ?? reportRefusal(context, prediction.refusal);
  }
  const { baseCommit } = prediction;
  const input = { runId: run.id, method, headCommit, baseCommit, message: message ?? null };
  const outcome = await act(context, 'run.merge', input, there);
  return outcome.outcome === 'git_refused'
    ? reportRefusal(context, outcome.problem)
    : reportOutcome(context, outcome);
}

/** With every file that is in the way, and what a hook printed. */
function reportRefusal(context: CommandContext, problem: Problem | MergeRefusal): ExitCode {
  const code = reportOutcome(context, { outcome: 'git_refused', problem });
  if (context.json || !('files' in problem)) return code;
  for (const file of problem.files) context.terminal.note(`  ${firstLine(file)}`);
  if (problem.output !== null) context.terminal.note(visibleText(problem.output.trimEnd()));
  return code;
}
