const ESCAPE = String.fromCodePoint(0x1b);

/** Colours and weights of a terminal: they carry no meaning that would be lost. */
const TERMINAL_STYLES = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, 'g');

/** No script needs more marks on one letter; piled up, they are drawn over the lines above and below. */
const PILED_MARKS = /([\p{Mn}\p{Me}]{4})([\p{Mn}\p{Me}]+)/gu;

/**
 * Everything that is not what it looks like: control characters except tab and newline, marks and overrides of
 * direction, whatever has no shape of its own, line separators and halves of characters. A single zero-width joiner and
 * the two selectors of a style stay, emoji need them.
 */
const DECEPTIVE =
  /[^\P{Cc}\t\n]|\p{Bidi_Control}|\p{Cs}|[\u2028\u2029\u2800\ufff9-\ufffb]|(?<=\u200d)\u200d|(?![\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Stands for the end of a line where a text of several is written as one. */
export const LINE_END = '⏎';

/** What agents print, made safe to look at: nothing in it can hide, reorder or overwrite what a person reads. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(TERMINAL_STYLES, '')
    .replace(
      PILED_MARKS,
      (_all, kept: string, more: string) => `${kept}\u27e8${[...more].length} marks\u27e9`,
    )
    .replace(DECEPTIVE, (character) => visibleCharacter(character.codePointAt(0) ?? 0));
}

/** The same on one line and of a length that fits, for menus and notifications. */
export function visibleLine(text: string, longest: number): string {
  const characters = [...visibleText(text.replace(/\s+/g, ' ').trim())];
  return characters.length > longest
    ? `${characters.slice(0, longest - 1).join('')}…`
    : characters.join('');
}

function visibleCharacter(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}
