export interface ShownPiece {
  readonly from: number;
  readonly to: number;
  /** Where the next piece begins; null for the last one. */
  readonly next: number | null;
}

/** The end of a text says how it came out: it is shown with the beginning. */
const END = 2 * 1024;
const AROUND = 2 * 1024;

/** What is shown of a text of that length: its beginning, its end, and the surroundings of one place in it. */
export function shownPieces(
  length: number,
  beginning: number,
  reveal: number | null,
): readonly ShownPiece[] {
  const wanted = [
    [0, beginning],
    ...(reveal === null ? [] : [[reveal - AROUND, reveal + AROUND]]),
    [length - END, length],
  ] as [number, number][];
  const pieces: { from: number; to: number }[] = [];
  for (const [wantedFrom, wantedTo] of wanted) {
    const from = Math.max(0, wantedFrom);
    const to = Math.min(length, wantedTo);
    const last = pieces.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) pieces.push({ from, to });
  }
  return pieces.map((piece, index) => ({ ...piece, next: pieces[index + 1]?.from ?? null }));
}
