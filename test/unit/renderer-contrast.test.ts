import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const STYLES = new URL('../../renderer/src/styles/', import.meta.url);

type Tokens = ReadonlyMap<string, readonly [light: string, dark: string]>;

/** Every `--name: light-dark(#…, #…)` of the first rule with this selector. */
function tokensOf(file: string, selector: string): Tokens {
  const text = readFileSync(new URL(file, STYLES), 'utf8');
  const [, after = ''] = text.split(`${selector} {`);
  const [rule = ''] = after.split('\n}');
  const found = rule.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

const NORMAL = tokensOf('theme.css', ':root');
const MORE = new Map([...NORMAL, ...tokensOf('contrast.css', ':root[data-contrast="more"]')]);

/** As WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const GROUNDS = ['ground', 'sunk', 'raised', 'hover', 'chosen', 'selected'];
const CODE = [...NORMAL.keys()].filter((name) => name.startsWith('code-'));

/** What is written, and on what. */
const TEXTS: readonly (readonly [inks: readonly string[], grounds: readonly string[]])[] = [
  [['ink', 'ink-2', 'ink-3', 'accent'], GROUNDS],
  [['awaiting-ink', 'failed-ink', 'done-ink'], GROUNDS],
  [
    ['ink', 'ink-2', 'ink-3'],
    ['field', 'awaiting-wash', 'failed-wash', 'done-wash'],
  ],
  [['awaiting-ink'], ['awaiting-wash']],
  [['failed-ink'], ['failed-wash']],
  [['done-ink'], ['done-wash']],
  [['on-accent'], ['accent', 'accent-strong']],
  [['ground'], ['failed-ink']],
  [
    ['done-ink', 'ink-2'],
    ['added', 'added-number'],
  ],
  [
    ['failed-ink', 'ink-2'],
    ['deleted', 'deleted-number'],
  ],
  [
    [...CODE, 'ink-3'],
    ['ground', 'added', 'deleted'],
  ],
];

/** State bars, dots and the edges of fields, and what they stand on. */
const PARTS: readonly (readonly [parts: readonly string[], grounds: readonly string[]])[] = [
  [
    ['awaiting', 'failed', 'done', 'accent', 'quiet'],
    ['ground', 'raised', 'hover', 'selected'],
  ],
  [['field-line'], ['ground', 'raised', 'field']],
];

describe.each([
  { theme: 'normal', tokens: NORMAL, text: 4.5, code: 4.5, part: 3 },
  { theme: 'high contrast', tokens: MORE, text: 7, code: 4.5, part: 4.5 },
])('$theme', ({ tokens, text, code, part }) => {
  function tooClose(
    pairs: typeof TEXTS,
    least: (name: string) => number,
    scheme: 0 | 1,
  ): readonly string[] {
    return pairs.flatMap(([names, grounds]) =>
      names.flatMap((name) =>
        grounds.flatMap((ground) => {
          const [above, below] = [tokens.get(name)?.[scheme], tokens.get(ground)?.[scheme]];
          if (above === undefined || below === undefined) return [`${name} or ${ground}: missing`];
          const found = contrast(above, below);
          return found < least(name) ? [`${name} on ${ground}: ${found.toFixed(2)}`] : [];
        }),
      ),
    );
  }

  test.each([
    { scheme: 'light', at: 0 },
    { scheme: 'dark', at: 1 },
  ] as const)('every text on every ground can be read, $scheme', ({ at }) => {
    const least = (name: string) => (name.startsWith('code-') ? code : text);
    expect(tooClose(TEXTS, least, at)).toEqual([]);
  });

  test.each([
    { scheme: 'light', at: 0 },
    { scheme: 'dark', at: 1 },
  ] as const)('every mark and every edge can be seen, $scheme', ({ at }) => {
    expect(tooClose(PARTS, () => part, at)).toEqual([]);
  });
});
