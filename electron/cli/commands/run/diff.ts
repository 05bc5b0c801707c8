import type { Command } from 'commander';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { ReviewDiff } from '../../../../shared/review.ts';
import { reportOutcome } from '../../act.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { identify, reportUnknown } from '../../identify.ts';
import { readLimit } from '../../read-number.ts';
import { reportNoAttempt } from '../../report-no-attempt.ts';
import { firstLine, type Terminal } from '../../terminal.ts';
import { leftOutOf, unifiedDiff } from '../../unified-diff.ts';

export function addDiff(run: Command): void {
  const command = run
    .command('diff')
    .description('what a run changed against its base, as a unified diff')
    .argument('<run>', 'its id, or the beginning of it')
    .option('--attempt <number>', 'only what this attempt changed', readLimit)
    .action(async (written: string, { attempt }: { readonly attempt?: number }, self: Command) =>
      exitWith(await diff(contextOf(self), written, attempt ?? null)),
    );
  withExamples(
    command,
    'fleetboard run diff 1a2b3c4d | less',
    'fleetboard run diff 1a2b3c4d --attempt 2',
  );
}

async function diff(
  context: CommandContext,
  written: string,
  ordinal: number | null,
): Promise<ExitCode> {
  const { call, json, terminal } = context;
  const run = await identify(context, ['run'], written);
  if (run === null) return reportUnknown(context, 'run', written);
  const answer = await call('run.diff', { runId: run.id, ordinal });
  switch (answer.outcome) {
    case 'git_refused':
      return reportOutcome(context, answer);
    case 'not_found': {
      const found = await call('run.details', { runId: run.id });
      if (ordinal === null || found.outcome === 'not_found') {
        return reportUnknown(context, 'run', written);
      }
      return reportNoAttempt(context, found.details.attempts.length, ordinal);
    }
    case 'found':
      if (json) terminal.json(answer.diff);
      else print(answer.diff, terminal);
      return EXIT.done;
    default:
      return assertNever(answer);
  }
}

function print(shown: ReviewDiff, terminal: Terminal): void {
  const text = unifiedDiff(shown);
  if (text !== '') terminal.raw(text);
  else terminal.note('It changed nothing.');
  for (const line of leftOutOf(shown)) terminal.note(firstLine(line));
}
