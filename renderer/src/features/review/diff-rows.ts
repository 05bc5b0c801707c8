import { assertNever } from '../../../../shared/assert-never.ts';
import type { DiffFile, DiffHunk, DiffLine, ReviewDiff } from '../../../../shared/review.ts';
import type { DraftComment } from '../../state/review-draft.ts';

export type DiffLayout = 'unified' | 'split';

/** Where a line stands in the diff: by index of file, hunk and line. */
export interface LinePosition {
  readonly file: number;
  readonly hunk: number;
  readonly line: number;
}

/** One row of the list that is scrolled. Rows are cheap: what they show is looked up when they come into view. */
export type DiffRow =
  | { readonly type: 'file'; readonly key: string; readonly file: number }
  | { readonly type: 'hunk'; readonly key: string; readonly file: number; readonly hunk: number }
  | { readonly type: 'note'; readonly key: string; readonly words: string }
  | { readonly type: 'line'; readonly key: string; readonly at: LinePosition }
  | {
      readonly type: 'pair';
      readonly key: string;
      readonly old: LinePosition | null;
      readonly new: LinePosition | null;
    }
  | { readonly type: 'comment'; readonly key: string; readonly commentId: number };

export interface DiffView {
  readonly layout: DiffLayout;
  /** Paths whose lines are folded away. */
  readonly folded: ReadonlySet<string>;
  /** Those on lines of this version. */
  readonly comments: readonly DraftComment[];
}

export function rowsOf(diff: ReviewDiff, view: DiffView): readonly DiffRow[] {
  const commentsAt = new Map<string, DraftComment[]>();
  for (const comment of view.comments) {
    const name = lineName(comment.path, comment.side, comment.line);
    commentsAt.set(name, [...(commentsAt.get(name) ?? []), comment]);
  }
  const rows: DiffRow[] = [];
  diff.files.forEach((file, fileIndex) => {
    rows.push({ type: 'file', key: `file ${file.path}`, file: fileIndex });
    if (view.folded.has(file.path)) return;
    for (const words of notesOf(file)) {
      rows.push({ type: 'note', key: `note ${file.path} ${words}`, words });
    }
    file.hunks.forEach((hunk, hunkIndex) => {
      const key = `${file.path} ${hunk.oldStart} ${hunk.newStart}`;
      rows.push({ type: 'hunk', key: `hunk ${key}`, file: fileIndex, hunk: hunkIndex });
      const at = (line: number) => ({ file: fileIndex, hunk: hunkIndex, line });
      for (const row of lineRows(hunk, view.layout)) {
        const lines = [...new Set([row.old, row.new])].filter((line) => line !== null);
        rows.push(
          view.layout === 'unified'
            ? { type: 'line', key: `line ${key} ${lines[0]}`, at: at(lines[0] ?? 0) }
            : {
                type: 'pair',
                key: `pair ${key} ${row.old} ${row.new}`,
                old: row.old === null ? null : at(row.old),
                new: row.new === null ? null : at(row.new),
              },
        );
        for (const comment of lines.flatMap((line) => commentsOn(file, hunk.lines[line]))) {
          rows.push({ type: 'comment', key: `comment ${comment.id}`, commentId: comment.id });
        }
      }
    });
  });
  return rows;

  function commentsOn(file: DiffFile, line: DiffLine | undefined): readonly DraftComment[] {
    if (line === undefined || commentsAt.size === 0) return [];
    const { side, number } = sideOf(line);
    return commentsAt.get(lineName(file.path, side, number)) ?? [];
  }
}

/** What a comment on a line is about: the new file, unless the line is only in the old one. */
export function sideOf(line: DiffLine): { side: 'old' | 'new'; number: number } {
  return line.newLine === null
    ? { side: 'old', number: line.oldLine ?? 0 }
    : { side: 'new', number: line.newLine };
}

/** Indices into the lines of the hunk; the same on both sides for a line that did not change. */
interface LineRow {
  readonly old: number | null;
  readonly new: number | null;
}

function lineRows(hunk: DiffHunk, layout: DiffLayout): readonly LineRow[] {
  switch (layout) {
    case 'unified':
      return hunk.lines.map((_, index) => ({ old: index, new: index }));
    case 'split':
      return pairedRows(hunk.lines);
    default:
      return assertNever(layout);
  }
}

/** Lines that went stand beside the lines that came in their place. */
function pairedRows(lines: readonly DiffLine[]): readonly LineRow[] {
  const rows: LineRow[] = [];
  let deleted: number[] = [];
  let added: number[] = [];
  function flush() {
    for (let index = 0; index < Math.max(deleted.length, added.length); index += 1) {
      rows.push({ old: deleted[index] ?? null, new: added[index] ?? null });
    }
    deleted = [];
    added = [];
  }
  lines.forEach(({ kind }, index) => {
    switch (kind) {
      case 'deleted':
        if (added.length > 0) flush();
        deleted.push(index);
        break;
      case 'added':
        added.push(index);
        break;
      case 'context':
        flush();
        rows.push({ old: index, new: index });
        break;
      default:
        assertNever(kind);
    }
  });
  flush();
  return rows;
}

/** What there is to say of a file beside its lines, or in their place. */
function notesOf(file: DiffFile): readonly string[] {
  const notes: string[] = [];
  if (file.modeChange !== null) {
    notes.push(`Its mode changed from ${file.modeChange.from} to ${file.modeChange.to}.`);
  }
  if (file.isBinary) notes.push('Binary: there are no lines to show.');
  if (file.leftOut === 'file_too_large')
    notes.push('Too large to show here. Open it in an editor.');
  if (file.leftOut === 'diff_too_large') {
    notes.push('Not shown: the diff is full before it. Open it in an editor.');
  }
  if (notes.length === 0 && file.hunks.length === 0) {
    notes.push(file.status === 'renamed' ? 'Renamed, not changed.' : 'Empty.');
  }
  return notes;
}

function lineName(path: string, side: 'old' | 'new', line: number): string {
  return `${side} ${line} ${path}`;
}
