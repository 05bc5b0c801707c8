import type { Command } from 'commander';
import { act, reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { thereOption } from '../../there-option.ts';

const ACTIONS = [
  {
    name: 'stop',
    method: 'run.stop',
    description: 'end a run that works; what it made so far waits for your review',
  },
  {
    name: 'open',
    method: 'run.openInEditor',
    description: 'open the folder that a run works in, in an editor',
  },
  {
    name: 'publish',
    method: 'run.publish',
    description: 'push what a run made and open its pull request, or bring new commits to it',
  },
  {
    name: 'release',
    method: 'run.release',
    description: 'let go of the pull request of a run; it stays open on the forge',
  },
] as const;

export function addRunActions(run: Command): void {
  for (const action of ACTIONS) {
    const command = run
      .command(action.name)
      .description(action.description)
      .argument('<run>', 'its id, or the beginning of it')
      .action(
        async (written: string, { there = false }: { readonly there?: boolean }, self: Command) =>
          exitWith(await actOn(contextOf(self), action.method, written, there)),
      );
    // Any daemon of this machine can open a folder.
    if (action.method !== 'run.openInEditor') command.addOption(thereOption());
    withExamples(command, `fleetboard run ${action.name} 1a2b3c4d`);
  }
}

async function actOn(
  context: CommandContext,
  method: (typeof ACTIONS)[number]['method'],
  written: string,
  there: boolean,
): Promise<ExitCode> {
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  return reportOutcome(context, await act(context, method, { runId: run.id }, there));
}
