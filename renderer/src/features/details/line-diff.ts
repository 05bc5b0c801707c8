export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

const CONTEXT_LINES = 3;

/**
 * What changed between two texts: the lines between their common beginning and their common end, with some context.
 * Not the smallest difference, but linear in time, whatever an agent sends.
 */
export function diffLines(oldText: string | null, newText: string): readonly DiffLine[] {
  const before = oldText === null ? [] : linesOf(oldText);
  const after = linesOf(newText);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;

  const contextStart = Math.max(0, start - CONTEXT_LINES);
  const contextEnd = Math.min(end, CONTEXT_LINES);
  return [
    ...(contextStart > 0 ? [gap(contextStart)] : []),
    ...lines('same', after.slice(contextStart, start)),
    ...lines('removed', before.slice(start, before.length - end)),
    ...lines('added', after.slice(start, after.length - end)),
    ...lines('same', after.slice(after.length - end, after.length - end + contextEnd)),
    ...(end > contextEnd ? [gap(end - contextEnd)] : []),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function lines(kind: DiffLine['kind'], texts: readonly string[]): readonly DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}

function gap(count: number): DiffLine {
  return { kind: 'gap', text: `${count} unchanged ${count === 1 ? 'line' : 'lines'}` };
}
