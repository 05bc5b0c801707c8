import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from '../../renderer/src/features/details/line-diff.ts';
import { withPage } from '../../renderer/src/features/details/transcript/shown-entries.ts';
import type { TranscriptEntry } from '../../shared/transcripts.ts';

const at = 0;
const message = (text: string): TranscriptEntry => ({ type: 'message', at, text });
const tool = (toolCallId: string, status: 'pending' | 'completed'): TranscriptEntry => ({
  type: 'tool',
  at,
  toolCallId,
  title: toolCallId,
  kind: 'read',
  status,
  command: null,
  output: '',
  diffs: [],
  locations: [],
});
const plan = (status: 'pending' | 'completed'): TranscriptEntry => ({
  type: 'plan',
  at,
  entries: [{ content: 'Read', status }],
});

function pageOf(from: number, entries: readonly TranscriptEntry[]) {
  return {
    entries: entries.map((entry, index) => ({ offset: from + index, entry })),
    next: from + entries.length,
    complete: true,
  };
}

describe('the entries of a transcript', () => {
  it('bring a tool call up to date where it stands, also from a later page', () => {
    const first = withPage([], pageOf(0, [tool('a', 'pending'), message('meanwhile')]));
    const second = withPage(first, pageOf(2, [tool('a', 'completed'), message('then')]));
    expect(second.map(({ offset, entry }) => [offset, entry])).toEqual([
      [0, tool('a', 'completed')],
      [1, message('meanwhile')],
      [3, message('then')],
    ]);
  });

  it('show the newest plan only, where it was last changed', () => {
    const entries = withPage([], pageOf(0, [plan('pending'), message('x'), plan('completed')]));
    expect(entries.map(({ offset }) => offset)).toEqual([1, 2]);
    expect(entries.at(-1)?.entry).toEqual(plan('completed'));
  });
});

describe('the difference of two texts', () => {
  it('is what changed, with some context and the count of the rest', () => {
    const before = ['1', '2', '3', '4', '5', 'old', '6', '7', '8', '9'].join('\n');
    const after = before.replace('old', 'new\nnewer');
    expect(diffLines(before, after).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'gap 2 unchanged lines',
      'same 3',
      'same 4',
      'same 5',
      'removed old',
      'added new',
      'added newer',
      'same 6',
      'same 7',
      'same 8',
      'gap 1 unchanged line',
    ]);
  });

  it('is all of a new file', () => {
    expect(diffLines(null, 'a\nb\n')).toEqual([
      { kind: 'added', text: 'a' },
      { kind: 'added', text: 'b' },
    ]);
  });

  it('always has the new text in it, and the old one', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = diffLines(before.join('\n'), after.join('\n'));
        const gapped = (kinds: string[]) =>
          diff.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
        const skipped = diff
          .filter(({ kind }) => kind === 'gap')
          .reduce((sum, { text }) => sum + Number.parseInt(text, 10), 0);
        expect(gapped(['same', 'added']).length + skipped).toBe(after.length);
        expect(gapped(['same', 'removed']).length + skipped).toBe(before.length);
      }),
    );
  });
});
