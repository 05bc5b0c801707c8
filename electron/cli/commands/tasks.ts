import { type Command, Option } from 'commander';
import type { Card } from '../../../shared/board.ts';
import type { TaskListInput } from '../../../shared/contract.ts';
import type { TaskStatus } from '../../../shared/tasks.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { pagesOf } from '../pages.ts';
import { readLimit } from '../read-number.ts';
import { table } from '../table.ts';
import { firstLine, styled, type Terminal } from '../terminal.ts';
import { ago, shortId, stateWord } from '../words.ts';

/** Complete, or the compiler says so. */
const STATUSES: Readonly<Record<TaskStatus, true>> = {
  queued: true,
  claimed: true,
  running: true,
  held: true,
  done: true,
  failed: true,
  blocked: true,
  cancelled: true,
};

/** As many as a person looks at; scripts get all of them. */
const SHOWN_TO_PEOPLE = 50;

interface TasksOptions {
  readonly status?: readonly TaskStatus[];
  readonly limit?: number;
  readonly all?: boolean;
}

export function addTasks(program: Command): void {
  const command = program
    .command('tasks')
    .description('list tasks, newest first, whichever daemon owns them')
    .addOption(new Option('--status <status...>', 'only those').choices(Object.keys(STATUSES)))
    .option(
      '--limit <number>',
      `how many at most (default: ${SHOWN_TO_PEOPLE}; all with --json)`,
      readLimit,
    )
    .option('--all', 'all of them')
    .action(async (options: TasksOptions, self: Command) =>
      exitWith(await tasks(contextOf(self), options)),
    );
  withExamples(command, 'fleetboard tasks --status failed blocked', 'fleetboard tasks --json');
}

async function tasks(
  { call, daemon, json, terminal }: CommandContext,
  { status, limit: asked, all = false }: TasksOptions,
): Promise<ExitCode> {
  const limit = asked ?? (json || all ? Number.POSITIVE_INFINITY : SHOWN_TO_PEOPLE);
  const query: Omit<TaskListInput, 'limit'> = status === undefined ? {} : { statuses: [...status] };
  const found: Card[] = [];
  const more = await pagesOf(
    limit,
    async (size, before) => {
      const page = await call('task.list', { ...query, limit: size, ...(before && { before }) });
      return { rows: page.tasks, more: page.more };
    },
    (rows) => found.push(...rows),
  );
  if (json) {
    terminal.json(found);
    return EXIT.done;
  }
  for (const line of inColumns(found, daemon.owner, terminal)) terminal.say(line);
  if (found.length === 0) terminal.note('There are no tasks.');
  if (more) terminal.note(`There are more: --limit or --all shows them.`);
  return EXIT.done;
}

/** The owner is told only where there is more than the daemon that was asked. */
function inColumns(cards: readonly Card[], asked: string, { width, now }: Terminal): string[] {
  const hasOthers = cards.some(({ ownerDaemon }) => ownerDaemon !== asked);
  const owner = (text: string) => (hasOthers ? [text] : []);
  const heading = [
    'ID',
    'STATE',
    'KIND',
    'CREATED',
    'AGENT',
    'PROJECT',
    ...owner('OWNER'),
    'TITLE',
  ];
  const at = now();
  return table(
    heading.map((word) => styled('dim', word)),
    cards.map((card) => [
      shortId(card.id),
      stateWord(card.state),
      card.kind,
      ago(card.createdAt, at),
      card.agent,
      firstLine(card.projectName),
      ...owner(card.ownerDaemon ?? 'nobody'),
      firstLine(card.title),
    ]),
    width,
  );
}
