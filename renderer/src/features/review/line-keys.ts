import type { DiffRow } from './diff-rows.ts';

export type LineSide = 'old' | 'new';

/** The line that the keyboard stands on. In one column both sides are the same line. */
export interface StandingLine {
  readonly key: string;
  readonly side: LineSide;
}

const PAGE_LINES = 20;

/** Where a key leads from a line; null for a key that leads nowhere. */
export function nextLine(
  rows: readonly DiffRow[],
  from: { readonly row: number; readonly side: LineSide },
  key: string,
): StandingLine | null {
  switch (key) {
    case 'ArrowDown':
      return step(rows, from, 1, 1);
    case 'ArrowUp':
      return step(rows, from, -1, 1);
    case 'PageDown':
      return step(rows, from, 1, PAGE_LINES);
    case 'PageUp':
      return step(rows, from, -1, PAGE_LINES);
    case 'Home':
      return step(rows, { ...from, row: -1 }, 1, 1);
    case 'End':
      return step(rows, { ...from, row: rows.length }, -1, 1);
    case 'ArrowLeft':
      return otherSide(rows, from, 'old');
    case 'ArrowRight':
      return otherSide(rows, from, 'new');
    default:
      return null;
  }
}

/** The line so many lines on, or the last one on the way. */
function step(
  rows: readonly DiffRow[],
  from: { readonly row: number; readonly side: LineSide },
  direction: 1 | -1,
  count: number,
): StandingLine | null {
  let found: StandingLine | null = null;
  let left = count;
  for (let index = from.row + direction; left > 0; index += direction) {
    const row = rows[index];
    if (row === undefined) break;
    if (row.type !== 'line' && row.type !== 'pair') continue;
    found = { key: row.key, side: sideOn(row, from.side) };
    left -= 1;
  }
  return found;
}

function otherSide(
  rows: readonly DiffRow[],
  from: { readonly row: number },
  side: LineSide,
): StandingLine | null {
  const row = rows[from.row];
  if (row?.type !== 'pair' || row[side] === null) return null;
  return { key: row.key, side };
}

/** A pair may have a line on one side only. */
function sideOn(row: DiffRow, wanted: LineSide): LineSide {
  if (row.type !== 'pair' || row[wanted] !== null) return wanted;
  return wanted === 'old' ? 'new' : 'old';
}
