import type { Command } from 'commander';
import { act, reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { identify, reportUnknown } from '../identify.ts';
import { thereOption } from '../there-option.ts';

interface ConductorOptions {
  readonly clear?: boolean;
  readonly there?: boolean;
}

export function addEnd(program: Command): void {
  const command = program
    .command('end')
    .description('end a session; its transcript stays')
    .argument('<session>', 'its id, or the beginning of it')
    .addOption(thereOption())
    .action(
      async (written: string, { there = false }: { readonly there?: boolean }, self: Command) =>
        exitWith(await end(contextOf(self), written, there)),
    );
  withExamples(command, 'fleetboard end 3f2a91c0');
}

export function addConductor(program: Command): void {
  const command = program
    .command('conductor')
    .description('make a session the conductor of its project: it is told what settles there')
    .argument('<session>', 'its id, or the beginning of it')
    .option('--clear', 'it conducts no longer')
    .addOption(thereOption())
    .action(async (written: string, options: ConductorOptions, self: Command) =>
      exitWith(await conduct(contextOf(self), written, options)),
    );
  withExamples(command, 'fleetboard conductor 3f2a91c0', 'fleetboard conductor 3f2a91c0 --clear');
}

async function end(context: CommandContext, written: string, there: boolean): Promise<ExitCode> {
  const session = await identify(context, ['session'], written);
  if (session === null) return reportUnknown(context, 'session', written);
  return reportOutcome(
    context,
    await act(context, 'session.end', { sessionId: session.id }, there),
  );
}

async function conduct(
  context: CommandContext,
  written: string,
  { clear = false, there = false }: ConductorOptions,
): Promise<ExitCode> {
  const session = await identify(context, ['session'], written);
  if (session === null) return reportUnknown(context, 'session', written);
  const input = { sessionId: session.id, conducts: !clear };
  return reportOutcome(context, await act(context, 'session.conduct', input, there));
}
