import type { Command } from 'commander';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { readPrompt } from '../../prompt.ts';
import { thereOption } from '../../there-option.ts';

export function addContinue(run: Command): void {
  const command = run
    .command('continue')
    .description('go on with a merge-ready pull request: your words begin an attempt that owns it')
    .argument('<run>', 'its id, or the beginning of it')
    .argument(
      '[words...]',
      'what should change, after "--"; - reads standard input; none: only a conflict is resolved',
    )
    .addOption(thereOption())
    .action(
      async (
        written: string,
        words: string[],
        { there = false }: { readonly there?: boolean },
        self: Command,
      ) => exitWith(await continueRun(contextOf(self), written, words, there)),
    );
  withExamples(command, "fleetboard run continue 1a2b3c4d -- 'Rename the flag'");
}

async function continueRun(
  context: CommandContext,
  written: string,
  words: readonly string[],
  there: boolean,
): Promise<ExitCode> {
  const said = words.length === 0 ? '' : await readPrompt(words, 'run continue');
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const input = { runId: run.id, words: said };
  return reportOutcome(context, await act(context, 'run.continue', input, there));
}
