/** What begins a line of its own: nothing is found across it. */
const BLOCKS = 'p, li, pre, th, td, blockquote, div';
const BETWEEN = '\0';

interface PlacedText {
  readonly node: Text;
  readonly from: number;
}

/** The ranges of a part's text that fit, each with the place in the part at which it begins. */
export function rangesIn(
  part: Element,
  pattern: RegExp,
): readonly { readonly at: number; readonly range: Range }[] {
  const { text, places } = textOf(part);
  const from = Number(part.getAttribute('data-from') ?? 0);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const range = rangeOf(places, match.index, match.index + match[0].length);
    return range === null ? [] : [{ at: from + match.index, range }];
  });
}

function textOf(part: Element): { text: string; places: readonly PlacedText[] } {
  const places: PlacedText[] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let text = '';
  let block: Element | null = null;
  while (walker.nextNode() !== null) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent === null) continue;
    // What the window says beside an agent's words is not theirs.
    if (parent.closest('[data-beside]') !== null) continue;
    const own = parent.closest(BLOCKS);
    if (block !== null && own !== block && text !== '') text += BETWEEN;
    block = own;
    places.push({ node, from: text.length });
    text += node.data;
  }
  return { text, places };
}

function rangeOf(places: readonly PlacedText[], from: number, to: number): Range | null {
  const start = places.findLast((place) => place.from <= from);
  const end = places.findLast((place) => place.from < to);
  if (start === undefined || end === undefined) return null;
  const range = document.createRange();
  range.setStart(start.node, Math.min(from - start.from, start.node.length));
  range.setEnd(end.node, Math.min(to - end.from, end.node.length));
  return range;
}
