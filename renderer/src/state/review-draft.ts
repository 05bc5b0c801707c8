import type { ReviewComment } from '../../../shared/runs.ts';

/** A line of the diff that can be commented on. */
export interface LineAnchor {
  readonly path: string;
  readonly side: ReviewComment['side'];
  readonly line: number;
  /** The version that the line is of. */
  readonly headCommit: string;
  /** The line itself, to be recognised by. */
  readonly quoted: string;
}

export interface DraftComment extends LineAnchor {
  readonly id: number;
  /** Null while it was never kept. */
  readonly kept: string | null;
  /** What stands in its editor; null while it is only read. */
  readonly typed: string | null;
}

/** What a person has to say about a run and has not sent yet. */
export interface ReviewDraft {
  readonly words: string;
  readonly comments: readonly DraftComment[];
}

export const EMPTY_REVIEW: ReviewDraft = { words: '', comments: [] };

/** Opens an editor on the line, unless one is open there already. */
export function withEditorAt(draft: ReviewDraft, anchor: LineAnchor): ReviewDraft {
  const isOpen = draft.comments.some(
    (comment) => comment.typed !== null && isSameLine(comment, anchor),
  );
  if (isOpen) return draft;
  const id = 1 + Math.max(0, ...draft.comments.map((comment) => comment.id));
  return { ...draft, comments: [...draft.comments, { ...anchor, id, kept: null, typed: '' }] };
}

export function withTyped(draft: ReviewDraft, id: number, typed: string): ReviewDraft {
  return withComment(draft, id, (comment) => ({ ...comment, typed }));
}

/** Keeps what was typed; a comment without words is no comment. */
export function withKept(draft: ReviewDraft, id: number): ReviewDraft {
  const typed = draft.comments.find((comment) => comment.id === id)?.typed ?? null;
  if (typed === null) return draft;
  if (typed.trim() === '') return withoutComment(draft, id);
  return withComment(draft, id, (comment) => ({ ...comment, kept: typed.trim(), typed: null }));
}

export function withEditing(draft: ReviewDraft, id: number): ReviewDraft {
  return withComment(draft, id, (comment) => ({
    ...comment,
    typed: comment.typed ?? comment.kept ?? '',
  }));
}

/** Back to what was kept; what never was goes. */
export function withoutEditing(draft: ReviewDraft, id: number): ReviewDraft {
  const isKept = draft.comments.some((comment) => comment.id === id && comment.kept !== null);
  return isKept
    ? withComment(draft, id, (comment) => ({ ...comment, typed: null }))
    : withoutComment(draft, id);
}

export function withoutComment(draft: ReviewDraft, id: number): ReviewDraft {
  return { ...draft, comments: draft.comments.filter((comment) => comment.id !== id) };
}

/** Everything that has words, also what still stands in an editor: it was typed to be said. */
export function commentsToSend(draft: ReviewDraft): readonly ReviewComment[] {
  return draft.comments
    .map(({ path, side, line, kept, typed }) => ({
      path,
      side,
      line,
      text: (typed ?? kept ?? '').trim(),
    }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

export function isSameLine(
  a: Pick<LineAnchor, 'path' | 'side' | 'line'>,
  b: Pick<LineAnchor, 'path' | 'side' | 'line'>,
): boolean {
  return a.path === b.path && a.side === b.side && a.line === b.line;
}

function withComment(
  draft: ReviewDraft,
  id: number,
  change: (comment: DraftComment) => DraftComment,
): ReviewDraft {
  return {
    ...draft,
    comments: draft.comments.map((comment) => (comment.id === id ? change(comment) : comment)),
  };
}
