import type { Command } from 'commander';
import { act, reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { identify, reportUnknown } from '../identify.ts';
import { readPrompt } from '../prompt.ts';
import { reportSettled } from '../report-settled.ts';
import { thereOption } from '../there-option.ts';
import { waitForTask } from '../wait-for-task.ts';

interface SendOptions {
  readonly there?: boolean;
  readonly wait?: boolean;
}

export function addSend(program: Command): void {
  const command = program
    .command('send')
    .description('send a prompt to a session that is open')
    .argument('<session>', 'its id, or the beginning of it')
    .argument('[prompt...]', 'what to do, after "--"; - reads standard input')
    .option('--wait', 'wait until it has settled; exits with 0 when it is done, else with 1')
    .addOption(thereOption())
    .action(async (session: string, words: string[], options: SendOptions, self: Command) =>
      exitWith(await send(contextOf(self), session, words, options)),
    );
  withExamples(command, "fleetboard send 3f2a91c0 -- 'Now add a test for it'");
}

async function send(
  context: CommandContext,
  written: string,
  words: readonly string[],
  { there = false, wait = false }: SendOptions,
): Promise<ExitCode> {
  const prompt = await readPrompt(words, `fleetboard send ${written} -- 'Go on'`);
  const session = await identify(context, ['session'], written);
  if (session === null) return reportUnknown(context, 'session', written);
  const outcome = await act(context, 'task.send', { sessionId: session.id, prompt }, there);
  if (outcome.outcome !== 'enqueued' || !wait) return reportOutcome(context, outcome);
  return reportSettled(context, await waitForTask(context, outcome.taskId));
}
