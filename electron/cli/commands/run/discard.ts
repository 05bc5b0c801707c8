import type { Command } from 'commander';
import type { RemovalPreview } from '../../../../shared/review.ts';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { firstLine } from '../../terminal.ts';
import { thereOption } from '../../there-option.ts';
import { reportIfNotEnded } from './report-if-not-ended.ts';

interface DiscardOptions {
  readonly force?: boolean;
  readonly there?: boolean;
}

export function addDiscard(run: Command): void {
  const command = run
    .command('discard')
    .description('remove the worktree and the branch of a run; refused where work would be lost')
    .argument('<run>', 'its id, or the beginning of it')
    .option('--force', 'also when work would be lost')
    .addOption(thereOption())
    .action(async (written: string, options: DiscardOptions, self: Command) =>
      exitWith(await discard(contextOf(self), written, options)),
    );
  withExamples(
    command,
    'fleetboard run discard 1a2b3c4d',
    'fleetboard run discard 1a2b3c4d --force',
  );
}

async function discard(
  context: CommandContext,
  written: string,
  { force = false, there = false }: DiscardOptions,
): Promise<ExitCode> {
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const shown = await context.call('run.previewDiscard', { runId: run.id });
  if (shown.outcome === 'not_found') return reportUnknown(context, 'run', written);
  if (shown.outcome === 'git_refused') return reportOutcome(context, shown);
  const { preview } = shown;
  if (!force && losesWork(preview)) {
    return (await reportIfNotEnded(context, run.id)) ?? reportLoss(context, preview);
  }
  const { headCommit, branchCommit, uncommittedDigest } = preview;
  const seen = { headCommit, branchCommit, uncommittedDigest };
  return reportOutcome(context, await act(context, 'run.discard', { runId: run.id, seen }, there));
}

function losesWork({ uncommitted, commits }: RemovalPreview): boolean {
  return uncommitted.length > 0 || commits.length > 0;
}

function reportLoss({ json, terminal }: CommandContext, preview: RemovalPreview): ExitCode {
  const { uncommitted, uncommittedLeftOut, commits, commitsLeftOut } = preview;
  const files = counted(uncommitted.length + uncommittedLeftOut, 'uncommitted file');
  const only = counted(commits.length + commitsLeftOut, 'commit');
  const lost = [...(uncommitted.length > 0 ? [files] : []), ...(commits.length > 0 ? [only] : [])];
  const message = `Nothing was removed. This would be lost: ${lost.join(' and ')}.`;
  const nextStep = 'Add --force to discard them.';
  if (json) {
    terminal.json({ outcome: 'would_lose_work', preview, message, nextStep });
    return EXIT.refused;
  }
  const lines = [
    message,
    ...uncommitted.map(({ status, path }) => `  ${status} ${path}`),
    ...(uncommittedLeftOut === 0 ? [] : [`  and ${uncommittedLeftOut} more files`]),
    ...commits.map(({ commit, subject }) => `  ${commit.slice(0, 12)} ${subject}`),
    ...(commitsLeftOut === 0 ? [] : [`  and ${commitsLeftOut} more commits`]),
    nextStep,
  ];
  for (const line of lines)
    terminal.note(line.slice(0, 2) === '  ' ? `  ${firstLine(line)}` : line);
  return EXIT.refused;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
