import { type Command, Option } from 'commander';
import { type NumbersSpan, numbersSpanSchema } from '../../../shared/numbers.ts';
import { numbersText } from '../../../shared/numbers-file.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { UsageNotAccepted } from '../command-stopped.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { numbersLines } from '../numbers-lines.ts';

interface NumbersOptions {
  readonly span: NumbersSpan;
  readonly csv?: boolean;
}

export function addNumbers(program: Command): void {
  const command = program
    .command('numbers')
    .description('what settled, how long it waited on people and worked, and what it cost')
    .addOption(
      new Option('--span <span>', 'the last 24 hours, 7 days or 30 days')
        .choices(numbersSpanSchema.options)
        .default('week'),
    )
    .option('--csv', 'print CSV, one figure in each line')
    .action(async (options: NumbersOptions, self: Command) =>
      exitWith(await numbers(contextOf(self), options)),
    );
  withExamples(command, 'fleetboard numbers --span month', 'fleetboard numbers --csv > week.csv');
}

async function numbers(
  { call, json, terminal }: CommandContext,
  { span, csv = false }: NumbersOptions,
): Promise<ExitCode> {
  if (csv && json) {
    throw new UsageNotAccepted('bad_usage', '--csv and --json are two answers.', 'Give one.');
  }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const read = await call('numbers.read', { span, until: terminal.now(), timeZone });
  if (json) terminal.json(read);
  else if (csv) terminal.raw(numbersText(read, 'csv'));
  else for (const line of numbersLines(read, terminal.width)) terminal.say(line);
  return EXIT.done;
}
