const PAGE_ROWS = 500;

interface Place {
  readonly createdAt: number;
  readonly id: string;
}

/** Reads page after page, newest first, until there is no more or the limit is met. Returns whether there is more. */
export async function pagesOf<Row extends Place>(
  limit: number,
  read: (size: number, before: Place | null) => Promise<{ rows: readonly Row[]; more: boolean }>,
  take: (rows: readonly Row[]) => void,
): Promise<boolean> {
  let before: Place | null = null;
  for (let left = limit; ; ) {
    const { rows, more }: { rows: readonly Row[]; more: boolean } = await read(
      Math.min(left, PAGE_ROWS),
      before,
    );
    take(rows);
    left -= rows.length;
    const last = rows.at(-1);
    if (!more || left <= 0 || last === undefined) return more;
    before = { createdAt: last.createdAt, id: last.id };
  }
}
