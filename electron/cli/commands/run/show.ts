import { type Command, Option } from 'commander';
import type { RunAttemptDetails, RunDetails } from '../../../../shared/runs.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { readLimit } from '../../read-number.ts';
import { reportNoAttempt } from '../../report-no-attempt.ts';
import { runInWords } from '../../run-in-words.ts';
import { runInFull } from '../../run-json.ts';

interface ShowOptions {
  readonly history?: boolean;
  readonly prompt?: number;
  readonly output?: number;
}

export function addRunShow(run: Command): void {
  const command = run
    .command('show')
    .description('everything about one run: limits used, attempts, rules, history')
    .argument('<run>', 'its id, or the beginning of it')
    .option('--history', 'what happened to it, and who did it')
    .option('--prompt <attempt>', 'only the prompt that this attempt got', readLimit)
    .addOption(
      new Option('--output <attempt>', "only what this attempt's check printed last")
        .argParser(readLimit)
        .conflicts(['prompt', 'history']),
    )
    .action(async (written: string, options: ShowOptions, self: Command) =>
      exitWith(await show(contextOf(self), written, options)),
    );
  withExamples(
    command,
    'fleetboard run show 1a2b3c4d --history',
    'fleetboard run show 1a2b3c4d --output 2',
    'fleetboard run show 1a2b3c4d --json',
  );
}

async function show(
  context: CommandContext,
  written: string,
  { history = false, prompt, output }: ShowOptions,
): Promise<ExitCode> {
  const { call, json, terminal } = context;
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const answer = await call('run.details', { runId: run.id });
  if (answer.outcome === 'not_found') return reportUnknown(context, 'run', written);
  const { details } = answer;
  if (prompt !== undefined) return showText(context, details, prompt, 'prompt');
  if (output !== undefined) return showText(context, details, output, 'checkOutput');
  if (json) terminal.json(runInFull(details));
  else for (const line of runInWords(details, history, terminal.now())) terminal.say(line);
  return EXIT.done;
}

/** As it was given or printed, and nothing else. */
function showText(
  context: CommandContext,
  { attempts }: RunDetails,
  ordinal: number,
  field: keyof Pick<RunAttemptDetails, 'prompt' | 'checkOutput'>,
): ExitCode {
  const { json, terminal } = context;
  const attempt = attempts.find((one) => one.ordinal === ordinal);
  if (attempt === undefined) return reportNoAttempt(context, attempts.length, ordinal);
  const text = attempt[field];
  if (text === null) {
    const message = `The check of attempt ${ordinal} has not run.`;
    if (json) terminal.json({ outcome: 'not_checked', message });
    else terminal.note(message);
    return EXIT.refused;
  }
  if (json) terminal.json({ ordinal, [field]: text });
  else terminal.raw(text);
  return EXIT.done;
}
