import { defaultFilter } from 'cmdk';

/**
 * How well an entry fits what was typed, from 0 (not at all) to 1. Letters may be left out, not swapped. `written`: its
 * name, and then what else it is found by, which counts less.
 */
export function scoreEntry(written: readonly string[], search: string): number {
  const [name = '', ...rest] = written;
  return Math.max(
    defaultFilter(name, search),
    0.7 * defaultFilter([name, ...rest].join(' '), search),
  );
}
