import { type EntryPart, partsOf, type ReadMarkdown } from '../entry-parts.ts';
import type { ShownEntry } from '../shown-entries.ts';

/** Where words were found. */
export interface Match {
  /** The offset of the entry. */
  readonly entry: number;
  /** The name of the part of it. */
  readonly part: string;
  /** In characters from the beginning of the part. */
  readonly at: number;
}

/** More are not worth going through one by one. */
export const MOST_MATCHES = 10_000;

/** Upper and lower case are the same, and so is all white space. Null while nothing is looked for. */
export function patternOf(words: string): RegExp | null {
  if (words.trim() === '') return null;
  const escaped = words.trim().replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return new RegExp(escaped.replaceAll(/\s+/g, '\\s+'), 'giu');
}

/** Every place, in reading order. */
export function findMatches(
  entries: readonly ShownEntry[],
  pattern: RegExp,
  readMarkdown: ReadMarkdown,
): readonly Match[] {
  const matches: Match[] = [];
  for (const { offset, entry } of entries) {
    for (const part of partsOf(entry, readMarkdown)) {
      for (const at of placesIn(part, pattern)) {
        matches.push({ entry: offset, part: part.name, at });
        if (matches.length === MOST_MATCHES) return matches;
      }
    }
  }
  return matches;
}

function placesIn({ text }: EntryPart, pattern: RegExp): readonly number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

/** The same match after more was read: what is found anew may stand before it. */
export function indexOfMatch(matches: readonly Match[], wanted: Match | null): number {
  if (wanted === null) return -1;
  return matches.findIndex(
    ({ entry, part, at }) => entry === wanted.entry && part === wanted.part && at === wanted.at,
  );
}
