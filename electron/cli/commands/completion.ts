import { Argument, type Command } from 'commander';
import type { Nameable } from '../../../shared/lookup.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { CommandStopped } from '../command-stopped.ts';
import { completionScript, SHELLS, type Shell } from '../completion/completion-script.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { firstLine, processTerminal } from '../terminal.ts';
import { shortId } from '../words.ts';

export function addCompletion(program: Command): void {
  const command = program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action((shell: Shell) => processTerminal().say(completionScript(program, shell)));
  withExamples(
    command,
    'source <(fleetboard completion bash)',
    'source <(fleetboard completion zsh)',
    'fleetboard completion fish > ~/.config/fish/completions/fleetboard.fish',
  );
  // What the scripts ask while a person types.
  program
    .command('complete-ids', { hidden: true })
    .addArgument(new Argument('<of>').choices(['task', 'session', 'approval', 'run']))
    .argument('[prefix]')
    .action(async (of: Nameable, prefix: string | undefined, _options: object, self: Command) =>
      exitWith(await completeIds(contextOf(self), of, prefix ?? '')),
    );
}

/** One id per line, a tab, and what it is. Nobody wants an error message in the middle of a command line. */
async function completeIds(
  { call, terminal }: CommandContext,
  of: Nameable,
  prefix: string,
): Promise<ExitCode> {
  try {
    const { matches } = await call('id.find', { of, prefix });
    for (const { id, title } of matches) {
      const shown = prefix.length > shortId(id).length ? id : shortId(id);
      terminal.say(`${shown}\t${firstLine(title)}`);
    }
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommandStopped) return error.exitCode;
    throw error;
  }
}
