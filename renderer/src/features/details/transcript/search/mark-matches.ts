import type { Match } from './find-matches.ts';
import { rangesIn } from './text-ranges.ts';

/** Names in styles/markdown.css. */
const MARKS = 'transcript-match';
const CURRENT = 'transcript-match-current';

/** Marks what fits in the rows that are there, and returns where the current match is, if it is among them. */
export function markMatches(
  scroller: HTMLElement,
  pattern: RegExp,
  current: Match | null,
): Range | null {
  const marks = new Highlight();
  let nearest: { range: Range; distance: number } | null = null;
  for (const row of scroller.querySelectorAll('[data-offset]')) {
    const isCurrentRow = Number(row.getAttribute('data-offset')) === current?.entry;
    for (const part of row.querySelectorAll('[data-part]')) {
      const isCurrentPart = isCurrentRow && part.getAttribute('data-part') === current?.part;
      for (const { at, range } of rangesIn(part, pattern)) {
        marks.add(range);
        if (!isCurrentPart || current === null) continue;
        const distance = Math.abs(at - current.at);
        if (nearest === null || distance < nearest.distance) nearest = { range, distance };
      }
    }
  }
  CSS.highlights.set(MARKS, marks);
  if (nearest === null) CSS.highlights.delete(CURRENT);
  else {
    const mark = new Highlight(nearest.range);
    mark.priority = 1;
    CSS.highlights.set(CURRENT, mark);
  }
  return nearest?.range ?? null;
}

export function clearMarks(): void {
  CSS.highlights.delete(MARKS);
  CSS.highlights.delete(CURRENT);
}

/** Scrolls whatever holds the range, up to the scroller, so that it can be seen. */
export function bringIntoView(range: Range, scroller: HTMLElement): void {
  let holder = range.startContainer.parentElement;
  while (holder !== null && scroller.contains(holder)) {
    if (holder.scrollHeight > holder.clientHeight || holder.scrollWidth > holder.clientWidth) {
      scrollTo(holder, range.getBoundingClientRect());
    }
    holder = holder.parentElement;
  }
}

function scrollTo(holder: HTMLElement, rect: DOMRect): void {
  const view = holder.getBoundingClientRect();
  if (rect.top < view.top || rect.bottom > view.bottom) {
    holder.scrollTop += rect.top - view.top - view.height / 3;
  }
  if (rect.left < view.left || rect.right > view.right) {
    holder.scrollLeft += rect.left - view.left - view.width / 3;
  }
}
