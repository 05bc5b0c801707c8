const ESCAPE = String.fromCodePoint(0x1b);

/** Colours and weights of a terminal: they carry no meaning that would be lost. */
const TERMINAL_STYLES = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, 'g');

/**
 * Everything that is not what it looks like: control characters except tab and newline, marks and overrides of
 * direction, invisible spaces and joiners, line separators and tag characters. The zero-width joiner stays, emoji need
 * it.
 */
const DECEPTIVE =
  /[^\P{Cc}\t\n]|\p{Bidi_Control}|[\u00ad\u180e\u200b\u200c\u2028\u2029\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** What agents print, made safe to look at: nothing in it can hide, reorder or overwrite what a person reads. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(TERMINAL_STYLES, '')
    .replace(DECEPTIVE, (character) => visibleCharacter(character.codePointAt(0) ?? 0));
}

function visibleCharacter(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}
