import { type KeyboardEvent, useId } from 'react';
import { Button } from '../../components/button.tsx';
import {
  type DraftComment,
  withEditing,
  withKept,
  withoutComment,
  withoutEditing,
  withTyped,
} from '../../state/review-draft.ts';
import { changeReview } from '../../state/review-drafts.ts';

interface CommentOnLineProps {
  readonly runId: string;
  readonly comment: DraftComment;
  /** Gives the focus back to the line. */
  readonly leave: () => void;
}

/** What a person has to say about the line above it: being written, or to be read. */
export function CommentOnLine({ runId, comment, leave }: CommentOnLineProps) {
  return (
    <div data-comment-id={comment.id} className="border-y border-line bg-sunk px-4 py-2 font-sans">
      <div className="max-w-2xl rounded-md border border-line-strong bg-raised p-2 text-[13px] leading-5">
        {comment.typed === null ? (
          <Kept runId={runId} comment={comment} />
        ) : (
          <Editor runId={runId} comment={comment} typed={comment.typed} leave={leave} />
        )}
      </div>
    </div>
  );
}

function Kept({ runId, comment }: { runId: string; comment: DraftComment }) {
  return (
    <div className="flex items-start gap-2 ps-1">
      <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">{comment.kept}</p>
      <Button
        look="quiet"
        size="small"
        onClick={() => changeReview(runId, (draft) => withEditing(draft, comment.id))}
      >
        Edit
      </Button>
      <Button
        look="quiet"
        size="small"
        onClick={() => changeReview(runId, (draft) => withoutComment(draft, comment.id))}
      >
        Remove
      </Button>
    </div>
  );
}

interface EditorProps extends CommentOnLineProps {
  readonly typed: string;
}

function Editor({ runId, comment, typed, leave }: EditorProps) {
  const id = useId();
  const where = `line ${comment.line} of ${comment.path}`;

  function keep() {
    changeReview(runId, (draft) => withKept(draft, comment.id));
    leave();
  }

  function cancel() {
    changeReview(runId, (draft) => withoutEditing(draft, comment.id));
    leave();
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      keep();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // What was typed is not thrown away by a key that also means "back".
    if (typed === (comment.kept ?? '')) cancel();
    else leave();
  }

  return (
    <>
      <label htmlFor={id} className="sr-only">
        Comment on {where}
      </label>
      <textarea
        id={id}
        rows={3}
        value={typed}
        placeholder="What should the next attempt do here?"
        onChange={(event) =>
          changeReview(runId, (draft) => withTyped(draft, comment.id, event.target.value))
        }
        onKeyDown={press}
        className="field block max-h-64 min-h-16 resize-y py-1"
      />
      <div className="mt-2 flex justify-end gap-1.5">
        <Button look="quiet" size="small" onClick={cancel}>
          Cancel
        </Button>
        <Button look="primary" size="small" onClick={keep}>
          Comment
        </Button>
      </div>
    </>
  );
}
