import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { bringIntoView, clearMarks, markMatches } from './mark-matches.ts';
import type { Search } from './use-search.ts';

/**
 * Keeps the matches of a search marked in the rows that are there, whatever comes, opens or is scrolled into them, and
 * brings the current one into view once for each time that it becomes another.
 */
export function useMarks(
  scroller: RefObject<HTMLElement | null>,
  { pattern, current, steps }: Pick<Search, 'pattern' | 'current' | 'steps'>,
): void {
  const shown = useRef<{ current: Search['current']; steps: number } | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (pattern === null || element === null || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      const range = markMatches(element, pattern, current);
      if (range === null) return;
      if (shown.current?.current === current && shown.current.steps === steps) return;
      shown.current = { current, steps };
      bringIntoView(range, element);
    };
    const markInTime = () => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    };
    markInTime();
    const changes = new MutationObserver(markInTime);
    changes.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [scroller, pattern, current, steps]);

  useEffect(() => {
    if (pattern === null) clearMarks();
  }, [pattern]);
  useEffect(() => clearMarks, []);
}
