import type { Command } from 'commander';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { follow } from '../follow.ts';
import { jsonWatch } from '../watch-as-json.ts';
import { watchInWords } from '../watch-in-words.ts';

export function addWatch(program: Command): void {
  const command = program
    .command('watch')
    .description('follow the board and what settles, one line each, until Ctrl-C')
    .option('--project <name>', 'only this project, by name or id')
    .action(async ({ project }: { readonly project?: string }, self: Command) =>
      exitWith(await watch(contextOf(self), project ?? null)),
    );
  withExamples(
    command,
    'fleetboard watch --project shop',
    `fleetboard watch --json | jq -r 'select(.event == "dispatch") | .dispatch.taskId'`,
  );
}

async function watch(context: CommandContext, project: string | null): Promise<ExitCode> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  const follower = context.json ? jsonWatch(context, project) : watchInWords(context, project);
  await follow(context, follower, {
    signal: interrupted.signal,
    patienceMs: Number.POSITIVE_INFINITY,
  });
  return EXIT.done;
}
