import type { ToolDiff } from '../../../../shared/transcripts.ts';
import { type DiffLine, diffLines } from './line-diff.ts';

/** More than this is drawn only when it is asked for. */
export const LINES_SHOWN = 400;
/** Of one line: what is longer is no line that anybody wrote. */
const LONGEST_LINE = 4 * 1024;

export interface ShownDiff {
  readonly lines: readonly DiffLine[];
  /** How many lines are not shown. */
  readonly left: number;
}

export function shownDiff({ oldText, newText }: ToolDiff, mostLines = LINES_SHOWN): ShownDiff {
  const all = diffLines(oldText, newText);
  const lines = all.slice(0, mostLines).map(({ kind, text }) => ({ kind, text: shortened(text) }));
  return { lines, left: all.length - lines.length };
}

function shortened(line: string): string {
  const left = line.length - LONGEST_LINE;
  return left <= 0 ? line : `${line.slice(0, LONGEST_LINE)}… (${left} more characters)`;
}
