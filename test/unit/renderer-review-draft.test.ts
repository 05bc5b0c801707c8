import { afterEach, describe, expect, it } from 'vitest';
import {
  commentsToSend,
  EMPTY_REVIEW,
  type LineAnchor,
  type ReviewDraft,
  withEditing,
  withEditorAt,
  withKept,
  withoutComment,
  withoutEditing,
  withTyped,
} from '../../renderer/src/state/review-draft.ts';
import {
  changeReview,
  forgetReview,
  useReviewDrafts,
} from '../../renderer/src/state/review-drafts.ts';

function line(path: string, number: number): LineAnchor {
  return { path, side: 'new', line: number, headCommit: 'a'.repeat(40), quoted: 'code' };
}

function written(draft: ReviewDraft, path: string, number: number, text: string): ReviewDraft {
  const open = withEditorAt(draft, line(path, number));
  const id = open.comments.at(-1)?.id ?? 0;
  return withKept(withTyped(open, id, text), id);
}

describe('comments on the lines of a diff', () => {
  it('are kept, changed and removed', () => {
    let draft = written(EMPTY_REVIEW, 'a.ts', 3, ' Use a name. ');
    const [comment] = draft.comments;
    const id = comment?.id ?? 0;
    expect(comment).toMatchObject({ kept: 'Use a name.', typed: null });

    draft = withTyped(withEditing(draft, id), id, 'Use a better name.');
    expect(withoutEditing(draft, id).comments[0]).toMatchObject({
      kept: 'Use a name.',
      typed: null,
    });
    expect(withKept(draft, id).comments[0]?.kept).toBe('Use a better name.');
    expect(withoutComment(draft, id).comments).toEqual([]);
  });

  it('have one editor on a line', () => {
    const once = withEditorAt(EMPTY_REVIEW, line('a.ts', 3));
    expect(withEditorAt(once, line('a.ts', 3))).toBe(once);
    expect(withEditorAt(once, { ...line('a.ts', 3), side: 'old' }).comments).toHaveLength(2);
    // A second comment on a line that has one is another comment.
    const kept = written(EMPTY_REVIEW, 'a.ts', 3, 'First.');
    expect(withEditorAt(kept, line('a.ts', 3)).comments).toHaveLength(2);
  });

  it('go when they were never kept or say nothing', () => {
    const open = withEditorAt(EMPTY_REVIEW, line('a.ts', 3));
    const id = open.comments[0]?.id ?? 0;
    expect(withoutEditing(open, id).comments).toEqual([]);
    expect(withKept(withTyped(open, id, '  \n'), id).comments).toEqual([]);
  });

  it('are sent by file and line, with what still stands in an editor', () => {
    let draft = written(EMPTY_REVIEW, 'b.ts', 1, 'Third.');
    draft = written(draft, 'a.ts', 9, 'Second.');
    draft = withEditorAt(draft, line('a.ts', 2));
    draft = withTyped(draft, draft.comments.at(-1)?.id ?? 0, 'First. ');
    draft = withEditorAt(draft, line('c.ts', 1));
    expect(commentsToSend(draft)).toEqual([
      { path: 'a.ts', side: 'new', line: 2, text: 'First.' },
      { path: 'a.ts', side: 'new', line: 9, text: 'Second.' },
      { path: 'b.ts', side: 'new', line: 1, text: 'Third.' },
    ]);
  });
});

describe('what was written about runs', () => {
  afterEach(() => useReviewDrafts.setState({ byRun: new Map() }));

  it('stays with its run until it was sent', () => {
    changeReview('one', (draft) => ({ ...draft, words: 'Shorter, please.' }));
    changeReview('two', (draft) => written(draft, 'a.ts', 1, 'Why?'));
    changeReview('one', (draft) => written(draft, 'a.ts', 1, 'Because.'));
    const { byRun } = useReviewDrafts.getState();
    expect(byRun.get('one')).toMatchObject({ words: 'Shorter, please.' });
    expect(byRun.get('one')?.comments[0]?.kept).toBe('Because.');
    expect(byRun.get('two')?.comments[0]?.kept).toBe('Why?');
    forgetReview('one');
    expect([...useReviewDrafts.getState().byRun.keys()]).toEqual(['two']);
  });
});
