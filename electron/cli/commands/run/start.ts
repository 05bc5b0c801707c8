import path from 'node:path';
import { type Command, Option } from 'commander';
import { runWord } from '../../../../shared/run-words.ts';
import type { RunDetails } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { UsageNotAccepted } from '../../command-stopped.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { readPrompt } from '../../prompt.ts';
import { readLimitOrNone, readNumber } from '../../read-number.ts';
import { runInFull } from '../../run-json.ts';
import { waitForRun } from '../../wait-for-run.ts';

interface StartOptions {
  readonly goal?: string;
  readonly agent: string;
  readonly check: string;
  readonly repo: string;
  readonly base?: string;
  readonly profile: string;
  readonly maxAttempts: number;
  readonly maxMinutes: number | 'none';
  readonly maxCost: number | 'none';
  readonly wait?: boolean;
}

export function addRunStart(run: Command): void {
  const command = run
    .command('start')
    .description('start a run: attempts at a goal until its check passes or a limit is met')
    .argument('[goal...]', 'what to reach, after "--"; - reads standard input')
    .option('--goal <text>', 'the same; for the agent "command" it is a shell line')
    .requiredOption('--agent <name>', 'who does it; "fleetboard catalog" lists them')
    .requiredOption('--check <command>', 'succeeds once the goal is reached')
    .addOption(
      new Option('--repo <folder>', 'a folder of the repository').default(
        '.',
        'the current folder',
      ),
    )
    .option('--base <branch>', 'where it begins and is merged (default: what is checked out)')
    .option('--profile <name>', 'what it may do without asking', 'careful')
    .option('--max-attempts <number>', 'how many attempts may fail', readNumber, 5)
    .option('--max-minutes <number>', 'minutes of work, or "none"', readLimitOrNone, 60)
    .option(
      '--max-cost <number>',
      'in the currency that the agent reports, or "none"',
      readLimitOrNone,
      'none',
    )
    .option('--wait', 'wait until it has ended; exits with 0 when it passed, else with 1')
    .action(async (words: string[], options: StartOptions, self: Command) =>
      exitWith(await start(contextOf(self), words, options)),
    );
  withExamples(
    command,
    `fleetboard run start --goal 'Make the tests pass' --agent demo --check 'npm test'`,
    `fleetboard run start --agent claude --check 'npm test' --max-cost 5 --wait - < goal.md`,
  );
}

async function start(
  context: CommandContext,
  words: readonly string[],
  options: StartOptions,
): Promise<ExitCode> {
  const { agent, check, repo, base, profile, maxAttempts, maxMinutes, maxCost } = options;
  const outcome = await context.call('run.start', {
    ...{ goal: await readGoal(words, options), agent, check, profile },
    ...{ folder: path.resolve(repo), base: base ?? null },
    ...{ maxAttempts, maxMinutes: limitOf(maxMinutes), maxCost: limitOf(maxCost) },
  });
  const { json, terminal } = context;
  if (outcome.outcome !== 'run_started' || !options.wait) return reportOutcome(context, outcome);
  if (!json) terminal.say(outcome.runId);
  return reportEnded(context, await waitForRun(context, outcome.runId));
}

function limitOf(option: number | 'none'): number | null {
  return option === 'none' ? null : option;
}

async function readGoal(
  words: readonly string[],
  { goal, agent }: Pick<StartOptions, 'goal' | 'agent'>,
): Promise<string> {
  if (goal !== undefined && words.length > 0) {
    throw new UsageNotAccepted(
      'goal_not_accepted',
      `Both --goal ("${goal}") and a goal after it ("${words.join(' ')}") were given.`,
      'Give one of them.',
    );
  }
  if (goal === undefined && words.length === 0) {
    throw new UsageNotAccepted(
      'goal_missing',
      'There is no goal.',
      `Give it with --goal, or after "--", as in: fleetboard run start --agent ${agent} --check 'npm test' -- 'Make the tests pass'. A single - reads it from standard input.`,
    );
  }
  return readPrompt(goal === undefined ? words : [goal], '');
}

function reportEnded({ json, terminal }: CommandContext, details: RunDetails): ExitCode {
  const { card } = details;
  if (json) terminal.json(runInFull(details));
  else terminal.note(visibleText(`${runWord(card)}. ${card.endDetail ?? ''}`.trimEnd()));
  return card.endReason === 'passed' ? EXIT.done : EXIT.failed;
}
