import { assertNever } from '../../../../shared/assert-never.ts';
import { attentionQueue } from '../../../../shared/attention-queue.ts';
import { LANES } from '../../../../shared/lanes.ts';
import type { Fleet } from '../../state/fleet-store.ts';
import { COMMANDS, type Command, type CommandId } from '../../state/keys/commands.ts';
import { actionsOn } from '../../state/person-actions.ts';
import { THEMES, type Theme } from '../../state/theme.ts';
import { countByProject } from '../board/counts.ts';
import { actionsOnPull, PULL_COMMANDS } from '../pull/pull-actions.ts';
import { canActOn, isForTarget, TARGET_COMMANDS } from '../triage/act-on-target.ts';
import { type Target, titleOf } from '../triage/target.ts';

/** What an entry does when it is chosen. */
export type PaletteChoice =
  | { readonly does: 'command'; readonly command: CommandId }
  | { readonly does: 'go to card'; readonly id: string }
  | { readonly does: 'go to project'; readonly projectId: string | null }
  | { readonly does: 'go to session'; readonly sessionId: string }
  | { readonly does: 'theme'; readonly theme: Theme };

export interface PaletteEntry {
  readonly name: string;
  /** What tells it from others of the same name, such as its project. */
  readonly detail: string;
  readonly choice: PaletteChoice;
}

export interface PaletteGroup {
  /** What tells it from the others; a heading may be any title. */
  readonly id: 'target' | 'commands' | 'needs you' | 'projects' | 'cards' | 'sessions' | 'theme';
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}

/** More than anybody reads; what is not among them is found with the filter of the board. */
const MOST_CARDS = 100;

/** Everything that can be done, what is about the chosen card or run first. */
export function paletteGroups(
  { board, lanes }: Pick<Fleet, 'board' | 'lanes'>,
  target: Target | null,
): readonly PaletteGroup[] {
  const forTarget = TARGET_COMMANDS.filter((id) => target !== null && canActOn(id, target));
  const groups: PaletteGroup[] = [
    {
      id: 'target',
      heading: target === null ? '' : titleOf(target),
      entries: COMMANDS.filter(({ id }) => forTarget.some((each) => each === id)).map(
        (command) => ({
          ...entryOf(command),
          name: target === null ? command.name : nameFor(command, target),
        }),
      ),
    },
    {
      id: 'commands',
      heading: 'Commands',
      entries: COMMANDS.filter(({ id }) => !isForTarget(id) && !MEANINGLESS.includes(id)).map(
        entryOf,
      ),
    },
    { id: 'needs you', heading: 'Needs you', entries: waitingEntries(board) },
    { id: 'projects', heading: 'Projects', entries: projectEntries(board) },
    { id: 'cards', heading: 'Cards', entries: cardEntries(board, lanes) },
    { id: 'sessions', heading: 'Sessions', entries: sessionEntries(board) },
    {
      id: 'theme',
      heading: 'Theme',
      entries: THEMES.map((theme) => ({
        name: THEME_NAMES[theme],
        detail: '',
        choice: { does: 'theme', theme },
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** What tells an entry apart, and stays the same while the board changes. */
export function keyOfChoice(choice: PaletteChoice): string {
  switch (choice.does) {
    case 'command':
      return `command ${choice.command}`;
    case 'go to card':
      return `card ${choice.id}`;
    case 'go to project':
      return `project ${choice.projectId ?? 'all'}`;
    case 'go to session':
      return `session ${choice.sessionId}`;
    case 'theme':
      return `theme ${choice.theme}`;
    default:
      return assertNever(choice);
  }
}

/** In the palette itself, where it is open already or where moving from card to card is over with the choice. */
const MEANINGLESS: readonly CommandId[] = ['palette', 'close', 'down', 'up'];

const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: 'Theme: as the system',
  light: 'Theme: light',
  dark: 'Theme: dark',
  'high-contrast-light': 'Theme: high contrast, light',
  'high-contrast-dark': 'Theme: high contrast, dark',
};

/** As its button says it, where the name of a command covers several. */
function nameFor({ id, name }: Command, target: Target): string {
  if (id === 'cancel') return target.kind === 'task' ? 'Cancel' : 'Stop';
  if (target.kind === 'run') {
    const onPull = actionsOnPull(target.run).find((action) => PULL_COMMANDS[action] === id);
    return onPull?.replace('…', '') ?? name;
  }
  if (id !== 'dismiss') return name;
  return actionsOn(target.card).find((action) => action !== 'Run again') ?? name;
}

function entryOf({ id, name }: { readonly id: CommandId; readonly name: string }): PaletteEntry {
  return { name, detail: '', choice: { does: 'command', command: id } };
}

function waitingEntries(board: Fleet['board']): readonly PaletteEntry[] {
  return attentionQueue({ cards: board.cards.values(), runs: board.runs.values() })
    .slice(0, MOST_CARDS)
    .map(({ id, title, projectName }) => ({
      name: title,
      detail: projectName,
      choice: { does: 'go to card', id },
    }));
}

function cardEntries(
  { cards, runs }: Fleet['board'],
  lanes: Fleet['lanes'],
): readonly PaletteEntry[] {
  return LANES.filter((lane) => lane !== 'Needs you')
    .flatMap((lane) => lanes[lane])
    .slice(0, MOST_CARDS)
    .flatMap((id) => {
      const row = cards.get(id) ?? runs.get(id);
      if (row === undefined) return [];
      const { title, agent, projectName } = row;
      return [
        { name: title, detail: `${agent} · ${projectName}`, choice: { does: 'go to card', id } },
      ];
    });
}

function projectEntries(board: Fleet['board']): readonly PaletteEntry[] {
  const projects = countByProject(board).map(
    ({ id, name, needsYou }): PaletteEntry => ({
      name,
      detail: needsYou === 0 ? '' : `${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you`,
      choice: { does: 'go to project', projectId: id },
    }),
  );
  if (projects.length === 0) return [];
  return [
    { name: 'All projects', detail: '', choice: { does: 'go to project', projectId: null } },
    ...projects,
  ];
}

function sessionEntries({ sessions }: Fleet['board']): readonly PaletteEntry[] {
  return [...sessions.values()]
    .filter(({ state }) => state !== 'ended')
    .slice(0, MOST_CARDS)
    .map(({ id, title, agent, projectName }) => ({
      name: title,
      detail: `${agent} · ${projectName}`,
      choice: { does: 'go to session', sessionId: id },
    }));
}
