import type { Command } from 'commander';
import { pullMark, pullNumber } from '../../../../shared/pull-words.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { pagesOf } from '../../pages.ts';
import { readLimit } from '../../read-number.ts';
import { colouredRunWord } from '../../run-lines.ts';
import { table } from '../../table.ts';
import { firstLine, styled, type Terminal } from '../../terminal.ts';
import { ago, shortId } from '../../words.ts';

/** As many as a person looks at; scripts get all of them. */
const SHOWN_TO_PEOPLE = 50;

interface ListOptions {
  readonly limit?: number;
  readonly all?: boolean;
}

export function addList(run: Command): void {
  const command = run
    .command('list')
    .description('list runs, newest first, whichever daemon owns them')
    .option(
      '--limit <number>',
      `how many at most (default: ${SHOWN_TO_PEOPLE}; all with --json)`,
      readLimit,
    )
    .option('--all', 'all of them')
    .action(async (options: ListOptions, self: Command) =>
      exitWith(await list(contextOf(self), options)),
    );
  withExamples(command, 'fleetboard run list', 'fleetboard run list --json');
}

async function list(
  { call, daemon, json, terminal }: CommandContext,
  { limit: asked, all = false }: ListOptions,
): Promise<ExitCode> {
  const limit = asked ?? (json || all ? Number.POSITIVE_INFINITY : SHOWN_TO_PEOPLE);
  const found: RunCard[] = [];
  const more = await pagesOf(
    limit,
    async (size, before) => {
      const page = await call('run.list', { limit: size, ...(before && { before }) });
      return { rows: page.runs, more: page.more };
    },
    (rows) => found.push(...rows),
  );
  if (json) {
    terminal.json(found);
    return EXIT.done;
  }
  for (const line of inColumns(found, daemon.owner, terminal)) terminal.say(line);
  if (found.length === 0) terminal.note('There are no runs.');
  if (more) terminal.note('There are more: --limit or --all shows them.');
  return EXIT.done;
}

/** The owner is told only where there is more than the daemon that was asked, pull requests where there are any. */
function inColumns(cards: readonly RunCard[], asked: string, { width, now }: Terminal): string[] {
  const hasOthers = cards.some(({ ownerDaemon }) => ownerDaemon !== asked);
  const owner = (text: string) => (hasOthers ? [text] : []);
  const hasPulls = cards.some((card) => card.pull !== null);
  const pull = (text: string) => (hasPulls ? [text] : []);
  const places = ['CREATED', 'AGENT', 'PROJECT', 'BASE'];
  const heading = [
    'ID',
    'STATE',
    ...pull('PULL'),
    'ATTEMPTS',
    ...places,
    ...owner('OWNER'),
    'GOAL',
  ];
  const at = now();
  return table(
    heading.map((word) => styled('dim', word)),
    cards.map((card) => [
      shortId(card.id),
      colouredRunWord(card),
      ...pull(card.pull === null ? '' : pullInShort(card.pull)),
      String(card.attempts.length),
      ago(card.createdAt, at),
      card.agent,
      firstLine(card.projectName),
      firstLine(card.baseBranch),
      ...owner(card.ownerDaemon),
      firstLine(card.title),
    ]),
    width,
  );
}

/** `#12 open`. */
function pullInShort(pull: RunPull): string {
  return [pullNumber(pull), pullMark(pull)].filter((part) => part !== null).join(' ');
}
