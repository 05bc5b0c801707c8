import { create } from 'zustand';
import type { CommandId } from './commands.ts';
import { changedKeys, DEFAULT_KEYS, type KeyMap, readKeys } from './key-map.ts';
import { ariaKey, describeKey, type KeyName } from './key-name.ts';

/**
 * Kept in the window and not in config.json: keys belong to the keyboard in front of a person, and a daemon can have
 * several windows and browsers, each on another machine.
 */
const KEPT_AS = 'fleetboard.keys';

export const IS_MAC = 'navigator' in globalThis && navigator.userAgent.includes('Mac');

export const useKeys = create<{ readonly keys: KeyMap }>()(() => ({
  keys: 'localStorage' in globalThis ? readKeys(localStorage.getItem(KEPT_AS)) : DEFAULT_KEYS,
}));

export function setKey(command: CommandId, key: KeyName | null): void {
  keep({ ...useKeys.getState().keys, [command]: key });
}

export function resetKeys(): void {
  keep(DEFAULT_KEYS);
}

export interface ShownKey {
  /** As people read it. */
  readonly words: string;
  readonly aria: string;
}

/** Null while the command has no key. */
export function useShownKey(command: CommandId | null): ShownKey | null {
  const key = useKeys(({ keys }) => (command === null ? null : keys[command]));
  return key === null ? null : { words: describeKey(key, IS_MAC), aria: ariaKey(key, IS_MAC) };
}

function keep(keys: KeyMap): void {
  useKeys.setState({ keys });
  const changes = changedKeys(keys);
  if (Object.keys(changes).length === 0) localStorage.removeItem(KEPT_AS);
  else localStorage.setItem(KEPT_AS, JSON.stringify(changes));
}
