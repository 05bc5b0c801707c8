import type { Command } from 'commander';
import { assertNever } from '../../../shared/assert-never.ts';
import type { SessionCard } from '../../../shared/board.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { pagesOf } from '../pages.ts';
import { table } from '../table.ts';
import { firstLine, styled } from '../terminal.ts';
import { ago, shortId } from '../words.ts';

export function addSessions(program: Command): void {
  const command = program
    .command('sessions')
    .description('list the conversations that are open, newest first')
    .option('--ended', 'those that have ended too')
    .action(async ({ ended = false }: { readonly ended?: boolean }, self: Command) =>
      exitWith(await sessions(contextOf(self), ended)),
    );
  withExamples(command, 'fleetboard sessions', 'fleetboard sessions --ended --json');
}

async function sessions(
  { call, json, terminal }: CommandContext,
  ended: boolean,
): Promise<ExitCode> {
  const found: SessionCard[] = [];
  await pagesOf(
    Number.POSITIVE_INFINITY,
    async (limit, before) => {
      const page = await call('session.list', { ended, limit, ...(before && { before }) });
      return { rows: page.sessions, more: page.more };
    },
    (rows) => found.push(...rows),
  );
  if (json) {
    terminal.json(found);
    return EXIT.done;
  }
  const now = terminal.now();
  const heading = ['ID', 'STATE', 'PROMPTS', 'OPENED', 'AGENT', 'PROJECT', 'OWNER', 'TITLE'];
  const lines = table(
    heading.map((word) => styled('dim', word)),
    found.map((session) => row(session, now)),
    terminal.width,
  );
  for (const line of lines) terminal.say(line);
  if (found.length === 0) terminal.note(ended ? 'There are no sessions.' : 'No session is open.');
  return EXIT.done;
}

function row(session: SessionCard, now: number): string[] {
  return [
    shortId(session.id),
    stateOf(session),
    promptsOf(session),
    ago(session.createdAt, now),
    session.agent,
    firstLine(session.projectName),
    session.ownerDaemon,
    firstLine(session.title),
  ];
}

function promptsOf({ acceptsPrompts, isConductor }: SessionCard): string {
  if (isConductor) return 'conductor';
  return acceptsPrompts ? 'yes' : 'no';
}

function stateOf({ state }: SessionCard): string {
  switch (state) {
    case 'awaiting':
      return styled('yellow', state);
    case 'working':
      return styled('blue', state);
    case 'starting':
    case 'idle':
    case 'disconnected':
    case 'ended':
      return styled('gray', state);
    default:
      return assertNever(state);
  }
}
