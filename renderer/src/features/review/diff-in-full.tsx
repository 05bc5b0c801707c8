import { useCallback, useMemo, useRef, useState } from 'react';
import type { DiffLine, ReviewDiff } from '../../../../shared/review.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import type { DraftComment, LineAnchor } from '../../state/review-draft.ts';
import { useReviewDraft } from '../../state/review-drafts.ts';
import { DiffList, type DiffListHandle } from './diff-list.tsx';
import { type DiffLayout, rowsOf, sideOf } from './diff-rows.ts';
import { FileList } from './file-list.tsx';
import { useDiffColours } from './highlighting/use-line-tokens.ts';
import { ReviewPanel } from './review-panel.tsx';

interface DiffInFullProps {
  readonly run: RunCard;
  readonly diff: ReviewDiff;
  /** Of the attempt that it is of; null: all changes. */
  readonly ordinal: number | null;
  readonly layout: DiffLayout;
}

/** The files, what is to be said about them, and every line of them. */
export function DiffInFull({ run, diff, ordinal, layout }: DiffInFullProps) {
  const draft = useReviewDraft(run.id);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<DiffListHandle>(null);
  const colours = useDiffColours(diff);
  const comments = useMemo(
    () => draft.comments.filter((comment) => isOn(comment, diff, ordinal)),
    [draft.comments, diff, ordinal],
  );
  const rows = useMemo(
    () => rowsOf(diff, { layout, folded, comments }),
    [diff, layout, folded, comments],
  );

  const toggle = useCallback(
    (path: string) =>
      setFolded((known) => {
        const next = new Set(known);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    [],
  );

  /** Null where a comment would name a line that the next attempt does not find. */
  const { headCommit } = diff;
  const canBeSent = run.status === 'ended';
  const isOfTip = headCommit === run.attempts.at(-1)?.commit;
  const anchorOf = useCallback(
    (path: string, line: DiffLine): LineAnchor | null => {
      const { side, number } = sideOf(line);
      const isKnown = ordinal === null || (side === 'new' && isOfTip);
      if (!canBeSent || !isKnown) return null;
      return { path, side, line: number, headCommit, quoted: line.text };
    },
    [canBeSent, headCommit, isOfTip, ordinal],
  );

  return (
    <div className="flex min-h-0 flex-1">
      <div className="review-side flex min-h-0 shrink-0 flex-col border-e border-line bg-sunk">
        <FileList
          diff={diff}
          comments={comments}
          show={(path) => {
            setFolded((known) => new Set([...known].filter((each) => each !== path)));
            requestAnimationFrame(() => list.current?.showFile(path));
          }}
        />
        <ReviewPanel
          run={run}
          draft={draft}
          headCommit={diff.headCommit}
          show={(comment) => list.current?.showComment(comment.id)}
        />
      </div>
      <DiffList
        handle={list}
        run={run}
        diff={diff}
        rows={rows}
        comments={comments}
        colours={colours}
        folded={folded}
        toggle={toggle}
        anchorOf={anchorOf}
      />
    </div>
  );
}

/** Old lines are those of the base, which the diff of one attempt does not show. */
function isOn(
  { side, headCommit }: DraftComment,
  diff: ReviewDiff,
  ordinal: number | null,
): boolean {
  return headCommit === diff.headCommit && (side === 'new' || ordinal === null);
}
