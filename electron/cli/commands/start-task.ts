import path from 'node:path';
import { type Command, Option } from 'commander';
import type { StartInput } from '../../../shared/contract.ts';
import { reportOutcome } from '../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { readPrompt } from '../prompt.ts';
import { reportSettled } from '../report-settled.ts';
import { waitForTask } from '../wait-for-task.ts';

interface StartOptions {
  readonly agent: string;
  readonly dir: string;
  readonly profile: string;
  readonly shape: StartInput['shape'];
  readonly wait?: boolean;
}

export function addSpawn(program: Command): void {
  addStart(program, 'spawn', 'run a worker for one task; tried again when it fails', [
    "fleetboard spawn --agent demo -- 'Add a health check to the server'",
    "fleetboard spawn --agent command --dir ~/code/shop --wait -- 'npm test'",
    'fleetboard spawn --agent claude --shape scout - < question.md',
  ]);
}

export function addAttempt(program: Command): void {
  addStart(program, 'attempt', 'start an attempt, which can be held; never tried again', [
    "fleetboard attempt --agent demo -- 'Make the tests pass'",
  ]);
}

function addStart(
  program: Command,
  kind: StartInput['kind'],
  description: string,
  examples: readonly string[],
): void {
  const command = program
    .command(kind)
    .description(description)
    .argument('[prompt...]', 'what to do, after "--"; - reads standard input')
    .requiredOption('--agent <name>', 'who does it; "fleetboard catalog" lists them')
    .addOption(new Option('--dir <folder>', 'where').default('.', 'the current folder'))
    .option('--profile <name>', 'what it may do without asking', 'careful')
    .addOption(
      new Option('--shape <shape>', 'ship changes things, scout reads and reports')
        .choices(['ship', 'scout'])
        .default('ship'),
    )
    .option('--wait', 'wait until it has settled; exits with 0 when it is done, else with 1')
    .action(async (words: string[], options: StartOptions, self: Command) =>
      exitWith(await start(contextOf(self), kind, words, options)),
    );
  withExamples(command, ...examples);
}

async function start(
  context: CommandContext,
  kind: StartInput['kind'],
  words: readonly string[],
  { agent, dir, profile, shape, wait = false }: StartOptions,
): Promise<ExitCode> {
  const example = `fleetboard ${kind} --agent ${agent} -- 'Fix the login'`;
  const prompt = await readPrompt(words, example);
  const folder = path.resolve(dir);
  const outcome = await context.call('task.start', { kind, agent, folder, prompt, profile, shape });
  if (outcome.outcome !== 'enqueued' || !wait) return reportOutcome(context, outcome);
  return reportSettled(context, await waitForTask(context, outcome.taskId));
}
