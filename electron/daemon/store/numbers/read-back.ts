import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Connection } from '../connection.ts';

/** How many rows one read takes: a millisecond or so, whatever the table holds. */
export const SLICE_ROWS = 250;

export interface Revised {
  readonly revision: number;
  readonly updatedAt: number;
}

export interface SliceBounds {
  /** Only rows of a lower revision, the highest first. */
  readonly before: number;
  readonly limit: number;
}

/**
 * Reads rows from the newest change back to those of `since`, a slice at a time, and lets the daemon do everything else
 * in between. Changes are numbered in the order in which they happen, so what changed since then lies together; a single
 * row that a clock set back has dated earlier does not end it, a whole slice of them does.
 *
 * @param readSlice May be run again from its start, so it must only read.
 */
export async function readBack<Row extends Revised>(
  connection: Connection,
  since: number,
  readSlice: (bounds: SliceBounds) => readonly Row[],
  count: (row: Row) => void,
): Promise<void> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await connection.read(() => readSlice({ before, limit: SLICE_ROWS }));
    for (const row of rows) count(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    if (rows.every(({ updatedAt }) => updatedAt < since)) return;
    before = last.revision;
    await letOthersRun();
  }
}
