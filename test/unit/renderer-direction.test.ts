import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../renderer/src', import.meta.url));
/** The one file that may name sides: it says which is which. */
const SAYS_WHICH = path.join('styles', 'direction.css');

/** Class names that hold for one direction of reading only, such as `pl-4`, `-ml-1`, `hover:text-left`. */
const SIDED_CLASS =
  /(?<=[\s'"`:])-?(?:(?:p|m|scroll-p|scroll-m)[lr]-[\d[a]|(?:left|right)-[\d[a]|text-(?:left|right)\b|(?:border|rounded)-[lr]\b)[^\s'"`]*/g;
const SIDED_PROPERTY =
  /(?<=[{;\s])(?:left|right|(?:padding|margin|border)-(?:left|right)|text-align: (?:left|right))(?=[\w-]*:|;)/g;

function found(ending: string, pattern: RegExp): readonly string[] {
  return readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && file !== SAYS_WHICH)
    .flatMap((file) => {
      const text = readFileSync(path.join(RENDERER, file), 'utf8');
      return [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`);
    });
}

test('no class name is about left or right: ps-, pe-, ms-, me-, inset-s-, inset-e-, text-start are', () => {
  expect(found('.tsx', SIDED_CLASS)).toEqual([]);
});

test('no style is about left or right: inset-inline-start, padding-inline-end and their like are', () => {
  expect(found('.css', SIDED_PROPERTY)).toEqual([]);
});
