/**
 * A key as it is kept and compared: `n`, `Shift+c`, `?`, `Enter`, `Mod+k`. `Mod` is ⌘ on a Mac and Ctrl elsewhere. A
 * character that needs Shift to be typed stands for itself.
 */
export type KeyName = string;

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>;

const MODIFIERS = ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'Dead'];

/** Null for what cannot be a key of its own: a modifier alone, or a combination that belongs to the system. */
export function keyNameOf(press: KeyPress, isMac: boolean): KeyName | null {
  if (press.altKey || MODIFIERS.includes(press.key) || press.key === 'Unidentified') return null;
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  if (isMac ? press.ctrlKey : press.metaKey) return null;
  const base = latinKey(press);
  const isLetter = /^[a-z]$/i.test(base);
  const name = isLetter ? base.toLowerCase() : base === ' ' ? 'Space' : base;
  const hasShift = press.shiftKey && (isLetter || base.length > 1 || base === ' ');
  return `${hasMod ? 'Mod+' : ''}${hasShift ? 'Shift+' : ''}${name}`;
}

/** As people read it on their keyboard: `⌘K`, `Ctrl K`, `⇧C`, `Esc`. */
export function describeKey(name: KeyName, isMac: boolean): string {
  const parts = partsOf(name);
  const base =
    NAMES[parts.base] ?? (/^[a-z]$/.test(parts.base) ? parts.base.toUpperCase() : parts.base);
  const shift = parts.hasShift ? '⇧' : '';
  if (!parts.hasMod) return `${shift}${base}`;
  return isMac ? `${shift}⌘${base}` : `Ctrl ${shift}${base}`;
}

/** As `aria-keyshortcuts` wants it. */
export function ariaKey(name: KeyName, isMac: boolean): string {
  const { hasMod, hasShift, base } = partsOf(name);
  const modifiers = [
    ...(hasMod ? [isMac ? 'Meta' : 'Control'] : []),
    ...(hasShift ? ['Shift'] : []),
  ];
  return [...modifiers, base].join('+');
}

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

function partsOf(name: KeyName) {
  const hasMod = name.startsWith('Mod+');
  const afterMod = hasMod ? name.slice('Mod+'.length) : name;
  const hasShift = afterMod.startsWith('Shift+');
  return { hasMod, hasShift, base: hasShift ? afterMod.slice('Shift+'.length) : afterMod };
}

/** On a keyboard that types another script, the key at the place of the Latin letter. */
function latinKey({ key, code }: KeyPress): string {
  const isOtherScript = key.length === 1 && key.charCodeAt(0) > 0x7f;
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return isOtherScript && place !== undefined ? place.toLowerCase() : key;
}
