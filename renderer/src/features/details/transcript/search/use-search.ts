import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import type { ShownEntry } from '../shown-entries.ts';
import { findMatches, indexOfMatch, type Match, patternOf } from './find-matches.ts';
import { MarkdownTexts } from './markdown-texts.ts';

export interface Search {
  readonly words: string;
  readonly pattern: RegExp | null;
  readonly count: number;
  /** The place of the match that a person is at, from 0; -1 when there is none. */
  readonly index: number;
  /** The same object for as long as it is the same match. */
  readonly current: Match | null;
  /** Grows with each step, also where there is one match only. */
  readonly steps: number;
  readonly setWords: (words: string) => void;
  /** Goes on to the next one or back to the one before, around the ends. */
  readonly step: (by: 1 | -1) => void;
}

const NOTHING: readonly ShownEntry[] = [];

/** A search of everything that has been read of a transcript, brought up to date while more is. */
export function useSearch(entries: readonly ShownEntry[], isOpen: boolean): Search {
  const [words, setWords] = useState('');
  const [kept, setKept] = useState<Match | null>(null);
  const [steps, setSteps] = useState(0);
  const texts = useMarkdownTexts();
  const version = useSyncExternalStore(texts.subscribe, texts.version);
  const searched = useDeferredValue(isOpen ? entries : NOTHING);
  const pattern = useMemo(() => (isOpen ? patternOf(words) : null), [words, isOpen]);
  // The version is what the texts are at.
  const matches = useMemo(
    () => (pattern === null ? [] : findMatches(searched, pattern, texts.read)),
    [searched, pattern, texts, version],
  );
  const known = indexOfMatch(matches, kept);
  const index = known === -1 && matches.length > 0 ? 0 : known;
  const found = matches[index] ?? null;
  // What is found again is the same match.
  const current = useMemo(() => found, [found?.entry, found?.part, found?.at]);

  return {
    words,
    pattern,
    count: matches.length,
    index,
    current,
    steps,
    setWords(next) {
      setWords(next);
      setKept(null);
    },
    step(by) {
      if (matches.length === 0) return;
      setSteps(steps + 1);
      setKept(matches[(index + by + matches.length) % matches.length] ?? null);
    },
  };
}

const LONGEST_WAIT_MS = 200;

function useMarkdownTexts(): MarkdownTexts {
  const [texts] = useState(
    () =>
      new MarkdownTexts({
        load: () => import('../markdown/markdown-text.ts'),
        whenIdle: (work) => requestIdleCallback(work, { timeout: LONGEST_WAIT_MS }),
      }),
  );
  return texts;
}
