import type { Command } from 'commander';
import { act, reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { identify, reportUnknown } from '../identify.ts';
import { thereOption } from '../there-option.ts';

const ACTIONS = [
  {
    name: 'hold',
    method: 'task.hold',
    description: 'park an attempt; its processes are stopped until you unhold it',
  },
  { name: 'unhold', method: 'task.unhold', description: 'let a held attempt go on' },
  {
    name: 'cancel',
    method: 'task.cancel',
    description: 'end a task in any state, with every process of it',
  },
  {
    name: 'again',
    method: 'task.runAgain',
    description: 'run a settled task once more, as a new task with the same input',
  },
  {
    name: 'dismiss',
    method: 'task.dismiss',
    description: 'move a settled task to Done: it needs nobody any more',
  },
] as const;

export function addTaskActions(program: Command): void {
  for (const action of ACTIONS) {
    const command = program
      .command(action.name)
      .description(action.description)
      .argument('<task>', 'its id, or the beginning of it')
      .action(
        async (written: string, { there = false }: { readonly there?: boolean }, self: Command) =>
          exitWith(await actOn(contextOf(self), action.method, written, there)),
      );
    // Anybody may put a settled task away.
    if (action.method !== 'task.dismiss') command.addOption(thereOption());
    withExamples(command, `fleetboard ${action.name} 1a2b3c4d`);
  }
}

async function actOn(
  context: CommandContext,
  method: (typeof ACTIONS)[number]['method'],
  written: string,
  there: boolean,
): Promise<ExitCode> {
  const task = await identify(context, ['task'], written);
  if (task === null) return reportUnknown(context, 'task', written);
  return reportOutcome(context, await act(context, method, { taskId: task.id }, there));
}
