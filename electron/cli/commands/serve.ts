import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { CallFailed } from '../command-stopped.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { FLEETBOARD_VERSION } from '../version.ts';

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('run a daemon without a window, with its board for a browser, until Ctrl-C')
    .action(async (_options: object, self: Command) => exitWith(await serveHere(contextOf(self))));
  withExamples(command, 'fleetboard serve', 'fleetboard serve --port 7460 --home ~/fleet --json');
}

async function serveHere({ settings, port, json, terminal }: CommandContext): Promise<ExitCode> {
  // Only here: what a daemon is made of takes longer to load than any other command takes.
  const { serve } = await import('../../serve.ts');
  const { home, sqliteBinding } = settings;
  const page = builtPage();
  const outcome = await serve({
    home,
    port,
    version: FLEETBOARD_VERSION,
    sqliteBinding,
    ...(page !== undefined && { page }),
    json,
    print: terminal.say,
  });
  if (outcome.outcome === 'could_not_start') throw new CallFailed(outcome.problem);
  return EXIT.done;
}

/** Where the built page lies, seen from the built command, a chunk of it, or its sources. */
const PAGES = ['../renderer', '../../renderer', '../../../out/renderer'];

function builtPage(): string | undefined {
  return PAGES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((folder) =>
    existsSync(path.join(folder, 'index.html')),
  );
}
