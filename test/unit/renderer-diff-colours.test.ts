import { describe, expect, it, vi } from 'vitest';
import {
  DiffColours,
  type Highlighter,
} from '../../renderer/src/features/review/highlighting/diff-colours.ts';
import * as highlighter from '../../renderer/src/features/review/highlighting/highlighter.ts';
import { languageOf } from '../../renderer/src/features/review/highlighting/language-of.ts';
import type { ReviewDiff } from '../../shared/review.ts';
import { diffOf, fileOf, hunkOf } from '../helpers/run-rows.ts';

/** Colours of a diff whose idle moments come when the test says so. */
function coloursOf(diff: ReviewDiff, used: Highlighter = highlighter) {
  const idle: (() => void)[] = [];
  const colours = new DiffColours(diff, {
    load: async () => used,
    whenIdle: (work) => idle.push(work),
  });
  return {
    colours,
    async settle() {
      await vi.waitFor(() => expect(idle.length).toBeGreaterThan(0));
      while (idle.length > 0) idle.shift()?.();
    },
    shown: (line: number) =>
      colours
        .tokensOf({ file: 0, hunk: 0, line })
        ?.map(({ text, look }) => (look === null ? text : `${look}:${text}`)),
  };
}

const at = (line: number) => ({ file: 0, hunk: 0, line });

describe('the colours of a diff', () => {
  it('are there after an idle moment, for both sides of a change', async () => {
    const diff = diffOf(fileOf('a.ts', [hunkOf(' const a = 1;', '-return "x";', '+return true;')]));
    const { colours, settle, shown } = coloursOf(diff);
    const told = vi.fn();
    colours.subscribe(told);
    expect(colours.tokensOf(at(1))).toBeNull();
    colours.want(at(1));
    await settle();
    expect(shown(0)).toEqual(['keyword:const', ' a = ', 'number:1', ';']);
    expect(shown(1)).toEqual(['keyword:return', ' ', 'string:"x"', ';']);
    expect(shown(2)).toEqual(['keyword:return', ' ', 'literal:true', ';']);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('know what began on a line above', async () => {
    const diff = diffOf(fileOf('a.ts', [hunkOf(' /* one', ' const two', ' */ const three = 3;')]));
    const { colours, settle, shown } = coloursOf(diff);
    colours.want(at(0));
    await settle();
    expect(shown(1)).toEqual(['comment:const two']);
  });

  it('know what began above the block that is made', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => (index === 95 ? ' /* begun' : ' two'));
    const { colours, settle, shown } = coloursOf(diffOf(fileOf('a.ts', [hunkOf(...lines)])));
    colours.want(at(110));
    await settle();
    expect(shown(110)).toEqual(['comment:two']);
    expect(shown(90)).toBeUndefined();
  });

  it('are made for what is in view only, a block at a time and once', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `+const line${index} = ${index};`);
    const highlight = vi.fn(highlighter.highlight);
    const { colours, settle, shown } = coloursOf(diffOf(fileOf('a.ts', [hunkOf(...lines)])), {
      knowsLanguage: highlighter.knowsLanguage,
      highlight,
    });
    colours.want(at(3_010));
    colours.want(at(3_011));
    await settle();
    colours.want(at(3_010));
    expect(shown(3_010)).toEqual(['keyword:const', ' line3010 = ', 'number:3010', ';']);
    expect(colours.tokensOf(at(0))).toBeNull();
    const coloured = highlight.mock.calls.map(([, text]) => text.split('\n').length);
    expect(Math.max(...coloured)).toBeLessThan(300);
    expect(coloured).toHaveLength(2);
  });

  it('leave plain what is in no known language, or packed into endless lines', async () => {
    const plain = coloursOf(diffOf(fileOf('notes.unknown', [hunkOf('+const a = 1;')])));
    plain.colours.want(at(0));
    await plain.settle();
    expect(plain.shown(0)).toBeUndefined();
    const packed = coloursOf(diffOf(fileOf('a.js', [hunkOf(`+${'a;'.repeat(2_000)}`)])));
    packed.colours.want(at(0));
    await packed.settle();
    expect(packed.shown(0)).toBeUndefined();
  });

  it('never turn text into markup', async () => {
    const { colours, settle, shown } = coloursOf(
      diffOf(fileOf('a.html', [hunkOf('+<img src=x onerror="alert(1)">')])),
    );
    colours.want(at(0));
    await settle();
    expect(
      shown(0)
        ?.map((token) => token.replace(/^\w+:/, ''))
        .join(''),
    ).toBe('<img src=x onerror="alert(1)">');
  });

  it.each([
    ['src/app.tsx', 'typescript'],
    ['Makefile', 'makefile'],
    ['pyproject.toml', 'ini'],
    ['a/b.PY', 'py'],
    ['LICENSE', null],
  ])('of %s are those of %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
    if (language !== null) expect(highlighter.knowsLanguage(language)).toBe(true);
  });
});
