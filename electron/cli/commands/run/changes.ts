import type { Command } from 'commander';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { readPrompt } from '../../prompt.ts';
import { thereOption } from '../../there-option.ts';

export function addChanges(run: Command): void {
  const command = run
    .command('changes')
    .description('ask for changes of a run that has ended: your words begin its next attempt')
    .argument('<run>', 'its id, or the beginning of it')
    .argument('[words...]', 'what should change, after "--"; - reads standard input')
    .addOption(thereOption())
    .action(
      async (
        written: string,
        words: string[],
        { there = false }: { readonly there?: boolean },
        self: Command,
      ) => exitWith(await changes(contextOf(self), written, words, there)),
    );
  withExamples(command, "fleetboard run changes 1a2b3c4d -- 'Keep the old name as an alias'");
}

async function changes(
  context: CommandContext,
  written: string,
  words: readonly string[],
  there: boolean,
): Promise<ExitCode> {
  const example = `fleetboard run changes ${written} -- 'Add a test'`;
  const said = await readPrompt(words, example);
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const input = { runId: run.id, words: said, comments: [] };
  return reportOutcome(context, await act(context, 'run.requestChanges', input, there));
}
