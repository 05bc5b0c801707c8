import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedParts } from '../../renderer/src/components/linked-parts.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { DECEPTIVE, HOSTILE_STRINGS } from '../helpers/hostile-strings.ts';

describe('what agents print', () => {
  it.each([
    ['an override of direction', 'a\u202egnp.exe', 'a⟨U+202E⟩gnp.exe'],
    ['isolates', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['an invisible space', 'rm\u200b -rf', 'rm⟨U+200B⟩ -rf'],
    ['a bell and a backspace', 'a\u0007b\u0008', 'a␇b␈'],
    ['a carriage return that overwrites', 'safe\rrm -rf /', 'safe␍rm -rf /'],
    ['an escape that is no colour', '\u001b]0;title\u0007', '␛]0;title␇'],
    ['tag characters', 'x\u{e0041}', 'x⟨U+E0041⟩'],
  ])('shows %s', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('leaves text, newlines, tabs, emoji and other scripts as they are', () => {
    const text = 'line\n\tnaïve 漢字 שלום 👩‍💻';
    expect(visibleText(text)).toBe(text);
  });

  it('drops colours of a terminal and the carriage return of a line end', () => {
    expect(visibleText('\u001b[1;31mred\u001b[0m\r\nnext')).toBe('red\nnext');
  });

  it.each([
    ['half of a character', 'a\ud800b', 'a⟨U+D800⟩b'],
    ['a letter without a shape', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['joiners in a row', 'a\u200d\u200db', 'a\u200d⟨U+200D⟩b'],
  ])('shows %s', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('does not let marks pile up over other lines', () => {
    expect(visibleText(`z${'\u0301'.repeat(60)}`)).toBe(`z${'\u0301'.repeat(4)}⟨56 marks⟩`);
    expect(visibleText('Tiê\u0301ng Việt, שָׁלוֹם')).toBe('Tiê\u0301ng Việt, שָׁלוֹם');
  });

  it.each(HOSTILE_STRINGS)('is safe to look at: $name', ({ text }) => {
    expect(visibleText(text)).not.toMatch(DECEPTIVE);
    expect(visibleText(visibleText(text))).toBe(visibleText(text));
  });

  it('never lets a control character through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u);
      }),
    );
  });
});

describe('web addresses', () => {
  it('are found, without the punctuation after them', () => {
    expect(linkedParts('See https://example.org/a?b=1. Then go.')).toEqual([
      { text: 'See ', href: null },
      { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { text: '. Then go.', href: null },
    ]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://open', 'http://', '//x.org'])(
    'are not %s',
    (text) => {
      expect(linkedParts(text)).toEqual([{ text, href: null }]);
    },
  );

  it('lose nothing of the text, and show exactly where they lead', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.webUrl(), fc.string()), { maxLength: 6 }), (words) => {
        const text = words.join(' ');
        const parts = linkedParts(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        for (const part of parts) if (part.href !== null) expect(part.href).toBe(part.text);
      }),
    );
  });
});
