import { describe, expect, it } from 'vitest';
import { changedPart, withPart } from '../../renderer/src/features/review/changed-part.ts';
import { type DiffLayout, rowsOf } from '../../renderer/src/features/review/diff-rows.ts';
import { nextLine } from '../../renderer/src/features/review/line-keys.ts';
import type { DraftComment } from '../../renderer/src/state/review-draft.ts';
import { assertNever } from '../../shared/assert-never.ts';
import type { ReviewDiff } from '../../shared/review.ts';
import { diffOf, fileOf, hunkOf } from '../helpers/run-rows.ts';

function commentOn(path: string, side: 'old' | 'new', line: number): DraftComment {
  const headCommit = 'a'.repeat(40);
  return { id: 1, path, side, line, headCommit, quoted: '', kept: 'Why?', typed: null };
}

/** What a person sees, row by row: in two columns both texts, with a dot where a side has nothing. */
function seen(
  diff: ReviewDiff,
  view: { layout?: DiffLayout; folded?: string[]; comments?: DraftComment[] } = {},
): string[] {
  const { layout = 'unified', folded = [], comments = [] } = view;
  const text = (at: { file: number; hunk: number; line: number } | null) =>
    at === null ? '·' : (diff.files[at.file]?.hunks[at.hunk]?.lines[at.line]?.text ?? '?');
  return rowsOf(diff, { layout, folded: new Set(folded), comments }).map((row) => {
    switch (row.type) {
      case 'file':
        return `file ${diff.files[row.file]?.path}`;
      case 'hunk':
        return 'hunk';
      case 'note':
        return row.words;
      case 'line':
        return text(row.at);
      case 'pair':
        return `${text(row.old)} | ${text(row.new)}`;
      case 'comment':
        return `comment ${row.commentId}`;
      default:
        return assertNever(row);
    }
  });
}

describe('the rows of a diff', () => {
  const change = diffOf(fileOf('a.ts', [hunkOf(' one', '-two', '-three', '+zwei', ' four')]));

  it('are every line under its file and its hunk', () => {
    expect(seen(change)).toEqual(['file a.ts', 'hunk', 'one', 'two', 'three', 'zwei', 'four']);
  });

  it('stand beside each other where lines came in the place of others', () => {
    expect(seen(change, { layout: 'split' })).toEqual([
      'file a.ts',
      'hunk',
      'one | one',
      'two | zwei',
      'three | ·',
      'four | four',
    ]);
  });

  it('do not pair lines that went after others had come', () => {
    const diff = diffOf(fileOf('a', [hunkOf('+new', '-old')]));
    expect(seen(diff, { layout: 'split' }).slice(2)).toEqual(['· | new', 'old | ·']);
  });

  it('have a comment under its line, on the side that it is about', () => {
    const onOld = seen(change, { comments: [commentOn('a.ts', 'old', 2)] });
    expect(onOld.slice(2, 5)).toEqual(['one', 'two', 'comment 1']);
    const onNew = seen(change, { comments: [commentOn('a.ts', 'new', 2)] });
    expect(onNew.slice(4, 7)).toEqual(['three', 'zwei', 'comment 1']);
    const split = seen(change, { layout: 'split', comments: [commentOn('a.ts', 'new', 1)] });
    expect(split.slice(2, 4)).toEqual(['one | one', 'comment 1']);
    expect(seen(change, { comments: [commentOn('b.ts', 'new', 1)] })).not.toContain('comment 1');
  });

  it('end at the head of a file that is folded', () => {
    const two = diffOf(fileOf('a', [hunkOf('+x')]), fileOf('b', [hunkOf('+y')]));
    expect(seen(two, { folded: ['a'] })).toEqual(['file a', 'file b', 'hunk', 'y']);
  });

  it('say why a file has no lines', () => {
    const diff = diffOf(
      fileOf('a.png', [], { isBinary: true }),
      fileOf('big.json', [], { leftOut: 'file_too_large' }),
      fileOf('late.ts', [], { leftOut: 'diff_too_large' }),
      fileOf('new.ts', [], { status: 'renamed', oldPath: 'old.ts' }),
      fileOf('empty', [], { status: 'added' }),
      fileOf('run.sh', [], { modeChange: { from: '100644', to: '100755' } }),
    );
    expect(seen(diff).filter((row) => !row.startsWith('file '))).toEqual([
      'Binary: there are no lines to show.',
      'Too large to show here. Open it in an editor.',
      'Not shown: the diff is full before it. Open it in an editor.',
      'Renamed, not changed.',
      'Empty.',
      'Its mode changed from 100644 to 100755.',
    ]);
  });

  it('have keys of their own, so that none is taken for another', () => {
    const diff = diffOf(
      fileOf('a', [hunkOf('-x', '-y', '+x'), { ...hunkOf('-x'), oldStart: 9, newStart: 8 }]),
      fileOf('b', [hunkOf('-x')]),
    );
    for (const layout of ['unified', 'split'] as const) {
      const keys = rowsOf(diff, { layout, folded: new Set(), comments: [] }).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('the keyboard on the lines of a diff', () => {
  const diff = diffOf(
    fileOf('a', [hunkOf(' one', '-two', '-three', '+zwei')]),
    fileOf('b', [hunkOf('+last')]),
  );
  const rows = rowsOf(diff, { layout: 'split', folded: new Set(), comments: [] });
  const at = (key: string | undefined) => rows.findIndex((row) => row.key === key);
  const first = rows.findIndex(({ type }) => type === 'pair');

  it('goes from line to line, over heads and into the next file', () => {
    let row = first;
    const visited = [row];
    for (let index = 0; index < 5; index += 1) {
      const next = nextLine(rows, { row, side: 'new' }, 'ArrowDown');
      if (next === null) break;
      row = at(next.key);
      visited.push(row);
    }
    expect(visited).toEqual([2, 3, 4, 7]);
    expect(nextLine(rows, { row: first, side: 'new' }, 'ArrowUp')).toBeNull();
    expect(at(nextLine(rows, { row: first, side: 'new' }, 'End')?.key)).toBe(7);
    expect(at(nextLine(rows, { row: 7, side: 'new' }, 'Home')?.key)).toBe(first);
    expect(at(nextLine(rows, { row: first, side: 'new' }, 'PageDown')?.key)).toBe(7);
  });

  it('changes sides where both have a line, and takes the one there is', () => {
    expect(nextLine(rows, { row: 3, side: 'new' }, 'ArrowLeft')?.side).toBe('old');
    expect(nextLine(rows, { row: 4, side: 'old' }, 'ArrowRight')).toBeNull();
    expect(nextLine(rows, { row: 3, side: 'new' }, 'ArrowDown')?.side).toBe('old');
  });

  it('leaves every other key alone', () => {
    expect(nextLine(rows, { row: first, side: 'new' }, 'a')).toBeNull();
  });
});

describe('what changed within a line', () => {
  const marked = (index: number, ...printed: string[]) => {
    const { lines } = hunkOf(...printed);
    const part = changedPart(lines, index);
    return part === null ? null : lines[index]?.text.slice(part.start, part.end);
  };

  it('is what a line has that the one it stands for has not', () => {
    expect(marked(0, '-const a = 41;', '+const a = 42;')).toBe('1');
    expect(marked(1, '-const a = 41;', '+const a = 42;')).toBe('2');
    expect(marked(3, '-let a = 1;', '-let b = 2;', '+let a = 1;', '+let bee = 2;')).toBe('ee');
  });

  it('is nothing where lines do not stand for each other, or have little in common', () => {
    expect(marked(0, '-let a = 1;', '+let a = 2;', '+let b = 3;')).toBeNull();
    expect(marked(1, ' let a = 1;', '+let a = 2;')).toBeNull();
    expect(marked(0, '-return total;', '+throw new Error("no");')).toBeNull();
    // Only taken away: the line that stays has nothing new in it.
    expect(marked(1, '-call(a, b);', '+call(a);')).toBeNull();
  });

  it('is never half a character', () => {
    expect(marked(1, '-say("smile 😀");', '+say("smile 😁");')).toBe('😁');
  });

  it('cuts the colours of a line without losing any of it', () => {
    const tokens = [
      { text: 'const', look: 'keyword' },
      { text: ' a = ', look: null },
      { text: '42', look: 'number' },
    ];
    const pieces = withPart(tokens, { start: 8, end: 11 });
    expect(pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))).toEqual([
      'const',
      ' a ',
      '[= ]',
      '[4]',
      '2',
    ]);
    expect(withPart(tokens, null).every(({ isChanged }) => !isChanged)).toBe(true);
  });
});
