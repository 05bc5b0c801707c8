import { stripVTControlCharacters } from 'node:util';

const GAP = '  ';
/** A column that is cut still has to say something. */
const SHORTEST_CUT = 8;

/** Rows under a heading, columns aligned; the last column takes what is left of the width and is cut there. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | null,
): string[] {
  if (rows.length === 0) return [];
  const lines = [heading, ...rows];
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))),
  );
  const lastColumn = heading.length - 1;
  const before = widths.slice(0, lastColumn).reduce((sum, one) => sum + one + GAP.length, 0);
  const left = width === null ? null : Math.max(SHORTEST_CUT, width - before);
  return lines.map((cells) =>
    cells
      .map((cell, column) =>
        column === lastColumn ? cut(cell, left) : padded(cell, widths[column] ?? 0),
      )
      .join(GAP)
      .trimEnd(),
  );
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

/** Not for styled text. */
export function cut(text: string, width: number | null): string {
  const characters = [...text];
  if (width === null || characters.length <= width) return text;
  return `${characters.slice(0, width - 1).join('')}…`;
}

function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
