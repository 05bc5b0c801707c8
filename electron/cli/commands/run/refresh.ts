import type { Command } from 'commander';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { pullLines } from '../../pull-lines.ts';
import { thereOption } from '../../there-option.ts';

export function addRefresh(run: Command): void {
  const command = run
    .command('refresh')
    .description('read the pull request of a run from the forge now, and say where it stands')
    .argument('<run>', 'its id, or the beginning of it')
    .addOption(thereOption())
    .action(
      async (written: string, { there = false }: { readonly there?: boolean }, self: Command) =>
        exitWith(await refresh(contextOf(self), written, there)),
    );
  withExamples(command, 'fleetboard run refresh 1a2b3c4d');
}

async function refresh(
  context: CommandContext,
  written: string,
  there: boolean,
): Promise<ExitCode> {
  const { json, terminal } = context;
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const outcome = await act(context, 'run.refreshPull', { runId: run.id }, there);
  if (json || outcome.outcome !== 'pull_read') return reportOutcome(context, outcome);
  for (const line of pullLines(outcome.pull, terminal.now())) terminal.say(line);
  return EXIT.done;
}
