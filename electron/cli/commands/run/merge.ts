import { type Command, Option } from 'commander';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import type { Problem } from '../../../../shared/problems.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { MergeRefusal } from '../../../../shared/review.ts';
import type { MergeMethod } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { UsageNotAccepted } from '../../command-stopped.ts';
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
      'merge what a run made into its base: on the forge where it owns a pull request, else here',
    )
    .argument('<run>', 'its id, or the beginning of it')
    .addOption(
      new Option('--method <method>', 'how').choices(Object.keys(METHODS)).default('merge'),
    )
    .option('--message <text>', 'of the commit here (default: made from the goal)')
    .addOption(thereOption())
    .action(async (written: string, options: MergeOptions, self: Command) =>
      exitWith(await merge(contextOf(self), written, options)),
    );
  withExamples(command, "fleetboard run merge 1a2b3c4d --method squash --message 'Mend the till'");
}

async function merge(
  context: CommandContext,
  written: string,
  options: MergeOptions,
): Promise<ExitCode> {
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const found = await context.call('run.details', { runId: run.id });
  if (found.outcome === 'not_found') return reportUnknown(context, 'run', written);
  const { pull } = found.details.card;
  return pull !== null && ownsOpenPull(pull)
    ? mergeOnForge(context, run.id, pull, options)
    : mergeHere(context, run.id, options);
}

/** At the approved head, which the daemon reads from the forge first. */
async function mergeOnForge(
  context: CommandContext,
  runId: string,
  pull: RunPull,
  { method, message, there = false }: MergeOptions,
): Promise<ExitCode> {
  if (message !== undefined) {
    throw new UsageNotAccepted(
      'option_not_accepted',
      `--message is of a merge here, and this run has a pull request: ${pull.url}`,
      'Leave it out: the forge makes the message.',
    );
  }
  return reportOutcome(context, await act(context, 'run.mergePull', { runId, method }, there));
}

async function mergeHere(
  context: CommandContext,
  runId: string,
  { method, message, there = false }: MergeOptions,
): Promise<ExitCode> {
  const predicted = await context.call('run.predictMerge', { runId });
  if (predicted.outcome === 'not_found') return reportOutcome(context, predicted);
  if (predicted.outcome === 'git_refused') return reportOutcome(context, predicted);
  const { headCommit, prediction } = predicted;
  if (prediction.outcome !== 'clean') {
    // Of a run that was merged there is nothing left to merge: that is not the reason to tell.
    const notEnded = await reportIfNotEnded(context, runId);
    return notEnded ?? reportRefusal(context, prediction.refusal);
  }
  const { baseCommit } = prediction;
  const input = { runId, method, headCommit, baseCommit, message: message ?? null };
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
