import { defaultFilter } from 'cmdk';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';

/**
 * The entries that fit what was typed, the best of each group first, and the group of the best entry first. Without
 * anything typed, all of them as they are.
 */
export function rankEntries(
  groups: readonly PaletteGroup[],
  search: string,
): readonly PaletteGroup[] {
  const typed = search.trim();
  if (typed === '') return groups;
  return groups
    .map(({ id, heading, entries }) => ({ id, heading, ...ranked(entries, typed) }))
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => other.best - one.best);
}

function ranked(entries: readonly PaletteEntry[], typed: string) {
  const scored = entries
    .map((entry) => ({ entry, score: scoreEntry(entry, typed) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return { best: scored[0]?.score ?? 0, entries: scored.map(({ entry }) => entry) };
}

/**
 * From 0 (not at all) to 1. Letters of a name may be left out, not swapped; what else an entry is found by, such as its
 * project, counts by whole words that begin so: names of folders have every letter somewhere.
 */
export function scoreEntry({ name, detail }: PaletteEntry, typed: string): number {
  const beginnings = wordsOf(typed);
  const words = wordsOf(`${name} ${detail}`);
  const isFoundByWords =
    beginnings.length > 0 &&
    beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  return Math.max(defaultFilter(name, typed), isFoundByWords ? 0.5 : 0);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
