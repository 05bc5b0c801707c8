import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../renderer/src/state/keys/commands.ts';
import {
  changedKeys,
  commandOfKey,
  conflictsOf,
  DEFAULT_KEYS,
  readKeys,
} from '../../renderer/src/state/keys/key-map.ts';
import {
  ariaKey,
  describeKey,
  type KeyPress,
  keyNameOf,
} from '../../renderer/src/state/keys/key-name.ts';

function press(key: string, rest: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...rest };
}

describe('the name of a key', () => {
  it.each<[string, KeyPress, boolean, string | null]>([
    ['a letter', press('n'), false, 'n'],
    ['a letter under caps lock', press('N'), false, 'n'],
    ['a letter with shift', press('C', { shiftKey: true }), false, 'Shift+c'],
    ['a sign that needs shift', press('?', { shiftKey: true }), false, '?'],
    ['Ctrl and a letter', press('k', { ctrlKey: true }), false, 'Mod+k'],
    ['Ctrl on a Mac', press('k', { ctrlKey: true }), true, null],
    ['⌘ on a Mac', press('k', { metaKey: true }), true, 'Mod+k'],
    ['the key of the system', press('n', { metaKey: true }), false, null],
    ['Alt', press('n', { altKey: true }), false, null],
    ['a modifier alone', press('Shift', { shiftKey: true }), false, null],
    ['another script', press('т', { code: 'KeyN' }), false, 'n'],
  ])('is told for %s', (_name, given, isMac, name) => {
    expect(keyNameOf(given, isMac)).toBe(name);
  });

  it('is shown as it stands on the keyboard, and said as assistive technology wants it', () => {
    expect(describeKey('Mod+k', true)).toBe('⌘K');
    expect(describeKey('Mod+k', false)).toBe('Ctrl K');
    expect(describeKey('Shift+c', false)).toBe('⇧C');
    expect(describeKey('Escape', false)).toBe('Esc');
    expect(ariaKey('Mod+k', true)).toBe('Meta+k');
    expect(ariaKey('Mod+k', false)).toBe('Control+k');
    expect(ariaKey('Shift+c', false)).toBe('Shift+c');
  });
});

describe('the map of keys', () => {
  it('has no conflict by default, and a key for everything that triage needs', () => {
    expect(conflictsOf(DEFAULT_KEYS)).toEqual([]);
    const keyOf = Object.fromEntries(COMMANDS.map(({ id, key }) => [key, id]));
    expect(keyOf).toMatchObject({
      n: 'next',
      a: 'approve',
      r: 'reject',
      h: 'hold',
      u: 'unhold',
      x: 'cancel',
      '/': 'filter',
      '?': 'help',
      'Mod+k': 'palette',
    });
  });

  it('names every command that would answer to the same key', () => {
    const keys = { ...DEFAULT_KEYS, hold: 'a', cancel: null, undo: null };
    expect(conflictsOf(keys)).toEqual([{ key: 'a', commands: ['hold', 'approve'] }]);
    expect(commandOfKey(keys, 'h')).toBeNull();
  });

  it('gives a key to what a person chose it for, whatever else has it by default', () => {
    const keys = readKeys(JSON.stringify({ 'new-task': 'm', next: 'a' }));
    expect(commandOfKey(keys, 'm')).toBe('new-task');
    expect(commandOfKey(keys, 'a')).toBe('next');
    expect(commandOfKey({ ...keys, next: 'n' }, 'a')).toBe('approve');
  });

  it('keeps what differs, and reads only what it understands', () => {
    const keys = { ...DEFAULT_KEYS, hold: 'p', undo: null };
    const kept = JSON.stringify(changedKeys(keys));
    expect(JSON.parse(kept)).toEqual({ hold: 'p', undo: null });
    expect(readKeys(kept)).toEqual(keys);
    for (const broken of [null, '', '{', '[]', '{"hold":7}', '"hold"']) {
      expect(readKeys(broken)).toEqual(DEFAULT_KEYS);
    }
    expect(readKeys('{"open":"o","gone":"p"}')).toEqual(DEFAULT_KEYS);
  });
});
