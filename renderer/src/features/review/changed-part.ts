import type { DiffLine } from '../../../../shared/review.ts';
import type { Token } from './highlighting/tokens.ts';

/** From `start` up to but not including `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Farther than this nobody sees that two lines belong together. */
const LONGEST_GROUP = 100;
/** Of the longer line; with less in common it is another line, and marks would only be noise. */
const LEAST_IN_COMMON = 0.3;

/** What is new or gone in a line that came in the place of another; null for every other line. */
export function changedPart(lines: readonly DiffLine[], index: number): Span | null {
  const line = lines[index];
  const partner = partnerOf(lines, index);
  return line === undefined || partner === null ? null : partThatDiffers(line.text, partner.text);
}

/** Cuts tokens at the ends of the part, and says which of them are in it. */
export function withPart(
  tokens: readonly Token[],
  part: Span | null,
): readonly (Token & { readonly isChanged: boolean })[] {
  let at = 0;
  return tokens.flatMap(({ text, look }) => {
    const from = at;
    at += text.length;
    if (part === null) return [{ text, look, isChanged: false }];
    const start = Math.min(Math.max(part.start - from, 0), text.length);
    const end = Math.min(Math.max(part.end - from, start), text.length);
    return [
      { text: text.slice(0, start), look, isChanged: false },
      { text: text.slice(start, end), look, isChanged: true },
      { text: text.slice(end), look, isChanged: false },
    ].filter((piece) => piece.text !== '');
  });
}

/** Where as many lines came as went, each stands for the one at the same place. */
function partnerOf(lines: readonly DiffLine[], index: number): DiffLine | null {
  const kind = lines[index]?.kind;
  if (kind !== 'added' && kind !== 'deleted') return null;
  let start = index;
  while (index - start < LONGEST_GROUP && lines[start - 1]?.kind === kind) start -= 1;
  let end = index + 1;
  while (end - index < LONGEST_GROUP && lines[end]?.kind === kind) end += 1;
  const count = end - start;
  if (count >= LONGEST_GROUP) return null;
  const first = kind === 'added' ? start - count : end;
  const others = lines.slice(Math.max(0, first - 1), first + count + 1);
  const opposite = kind === 'added' ? 'deleted' : 'added';
  const isMatched = others.filter((line) => line.kind === opposite).length === count;
  const partner = lines[first + index - start];
  return isMatched && partner?.kind === opposite ? partner : null;
}

/** In `text`, what is not at the beginning or at the end of `other` as well. */
function partThatDiffers(text: string, other: string): Span | null {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start += 1;
  let common = 0;
  while (common < shorter - start && text.at(-1 - common) === other.at(-1 - common)) common += 1;
  // Never through the middle of a character of two units.
  if (isLowSurrogate(text, start)) start -= 1;
  let end = text.length - common;
  if (isLowSurrogate(text, end)) end += 1;
  const inCommon = text.slice(0, start).trim().length + text.slice(end).trim().length;
  const isSimilar = inCommon >= LEAST_IN_COMMON * Math.max(text.trim().length, other.trim().length);
  return isSimilar && end > start ? { start, end } : null;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
