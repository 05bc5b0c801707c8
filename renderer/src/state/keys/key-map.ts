import { COMMANDS, type CommandId, isFixed } from './commands.ts';
import type { KeyName } from './key-name.ts';

/** The key of each command; null: it has none. */
export type KeyMap = Readonly<Record<CommandId, KeyName | null>>;

export const DEFAULT_KEYS = Object.fromEntries(
  COMMANDS.map(({ id, key }) => [id, key]),
) as unknown as KeyMap;

export interface KeyConflict {
  readonly key: KeyName;
  /** Two or more that would answer to it; the first does. */
  readonly commands: readonly CommandId[];
}

export function commandOfKey(keys: KeyMap, key: KeyName): CommandId | null {
  return inOrderOfAnswer(keys).find((id) => keys[id] === key) ?? null;
}

/** What a person chose a key for goes first: a command that is new, or back at its default, takes no key over. */
function inOrderOfAnswer(keys: KeyMap): readonly CommandId[] {
  const ids = COMMANDS.map(({ id }) => id);
  const isChosen = (id: CommandId) => keys[id] !== DEFAULT_KEYS[id];
  return [...ids.filter(isChosen), ...ids.filter((id) => !isChosen(id))];
}

export function conflictsOf(keys: KeyMap): readonly KeyConflict[] {
  const byKey = new Map<KeyName, CommandId[]>();
  for (const id of inOrderOfAnswer(keys)) {
    const key = keys[id];
    if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), id]);
  }
  return [...byKey]
    .filter(([, commands]) => commands.length > 1)
    .map(([key, commands]) => ({ key, commands }));
}

/** What differs from the default, for keeping. */
export function changedKeys(keys: KeyMap): Partial<KeyMap> {
  return Object.fromEntries(
    COMMANDS.filter(({ id }) => keys[id] !== DEFAULT_KEYS[id]).map(({ id }) => [id, keys[id]]),
  );
}

/** Reads what was kept; whatever cannot be understood, or names a command that is gone, is left at its default. */
export function readKeys(kept: string | null): KeyMap {
  const changes = parseKept(kept);
  return Object.fromEntries(
    COMMANDS.map(({ id }) => {
      const change = isFixed(id) ? undefined : changes[id];
      return [id, change === undefined ? DEFAULT_KEYS[id] : change];
    }),
  ) as unknown as KeyMap;
}

type Kept = Readonly<Record<string, string | null>>;

const LONGEST_KEY = 40;

function parseKept(kept: string | null): Kept {
  if (kept === null) return {};
  try {
    const read: unknown = JSON.parse(kept);
    return isKept(read) ? read : {};
  } catch {
    return {};
  }
}

/** By hand: the page has no schemas. */
function isKept(read: unknown): read is Kept {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false;
  return Object.values(read).every(
    (key) =>
      key === null || (typeof key === 'string' && key.length >= 1 && key.length <= LONGEST_KEY),
  );
}
