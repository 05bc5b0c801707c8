import { assertNever } from '../../shared/assert-never.ts';
import type { Nameable } from '../../shared/lookup.ts';
import type { CommandContext } from './command-context.ts';
import { UsageNotAccepted } from './command-stopped.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { firstLine } from './terminal.ts';

export interface Identified {
  readonly of: Nameable;
  readonly id: string;
  readonly taskId: string;
}

/** What an id or the beginning of one names; null when nothing. @throws UsageNotAccepted when it names several. */
export async function identify(
  { call }: CommandContext,
  kinds: readonly Nameable[],
  written: string,
): Promise<Identified | null> {
  if (written === '') {
    throw new UsageNotAccepted(
      'id_not_accepted',
      'The id is empty.',
      `Give the id of a ${kinds[0]}, or enough of its beginning.`,
    );
  }
  const answers = await Promise.all(
    kinds.map(async (of) => ({ of, ...(await call('id.find', { of, prefix: written })) })),
  );
  const matches = answers.flatMap(({ of, matches }) => matches.map((match) => ({ of, ...match })));
  const exact = matches.find(({ id }) => id === written);
  if (exact !== undefined) return exact;
  const [only, ...others] = matches;
  if (only === undefined) return null;
  if (others.length === 0) return only;
  const count = `${matches.length}${answers.some(({ more }) => more) ? ' or more' : ''}`;
  throw new UsageNotAccepted(
    'ambiguous_id',
    [
      `"${written}" is the beginning of ${count} ids:`,
      ...matches.map(({ id, title }) => `  ${id}  ${firstLine(title)}`),
    ].join('\n'),
    'Give more of the id.',
  );
}

/** Says that there is nothing of that id. */
export function reportUnknown(context: CommandContext, kind: Nameable, written: string): ExitCode {
  const message = `No ${kind} has an id that begins with "${written}".`;
  const nextStep = `"fleetboard ${listOf(kind)}" lists them.`;
  if (context.json) context.terminal.json({ outcome: 'not_found', message, nextStep });
  else context.terminal.note(`${message} ${nextStep}`);
  return EXIT.refused;
}

function listOf(kind: Nameable): string {
  switch (kind) {
    case 'session':
      return 'sessions --ended';
    case 'run':
      return 'run list --all';
    case 'task':
    case 'approval':
      return 'tasks --all';
    default:
      return assertNever(kind);
  }
}
