import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { openRunDialog } from '../../state/navigation.ts';
import {
  commentsToSend,
  type DraftComment,
  type ReviewDraft,
  withoutComment,
} from '../../state/review-draft.ts';
import { changeReview } from '../../state/review-drafts.ts';
import { requestChanges } from './request-changes.ts';

interface ReviewPanelProps {
  readonly run: RunCard;
  readonly draft: ReviewDraft;
  /** Of the diff that is shown. */
  readonly headCommit: string;
  readonly show: (comment: DraftComment) => void;
}

/** Everything that was written about the run, and the way to send it. */
export function ReviewPanel({ run, draft, headCommit, show }: ReviewPanelProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const count = commentsToSend(draft).length;

  /** What is merge-ready is continued: its facts are looked at first, in a dialog that says what they are. */
  const isContinued = run.pull?.status === 'merge_ready' && ownsOpenPull(run.pull);

  async function send() {
    if (isUnderWay) return;
    if (isContinued) return openRunDialog('continue', run.id);
    setUnderWay(true);
    await requestChanges(run, draft);
    setUnderWay(false);
  }

  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  if (run.status !== 'ended') return null;
  const name = isContinued ? 'Continue' : 'Request changes';
  return (
    <form
      ref={form}
      aria-label={name}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
      className="flex max-h-[60%] shrink-0 flex-col gap-2 border-t border-line p-3"
    >
      {draft.comments.length > 0 && (
        <ul aria-label="Comments" className="min-h-0 space-y-px overflow-y-auto">
          {draft.comments.map((comment) => (
            <CommentItem
              key={comment.id}
              runId={run.id}
              comment={comment}
              isShown={comment.headCommit === headCommit}
              show={show}
            />
          ))}
        </ul>
      )}
      <label htmlFor={id} className="sr-only">
        What should change
      </label>
      <textarea
        id={id}
        rows={3}
        value={draft.words}
        placeholder="What should the next attempt do? Press a line number to comment on that line."
        onChange={(event) =>
          changeReview(run.id, (known) => ({ ...known, words: event.target.value }))
        }
        onKeyDown={sendByKey}
        className="field block max-h-64 min-h-16 shrink-0 resize-y py-1.5"
      />
      <Button type="submit" className="self-end" aria-disabled={isUnderWay}>
        {isContinued ? 'Continue…' : name}
        {count > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-2xs leading-4 text-on-accent">
            <span className="sr-only">with </span>
            {count}
            <span className="sr-only"> {count === 1 ? 'comment' : 'comments'}</span>
          </span>
        )}
      </Button>
    </form>
  );
}

interface CommentItemProps {
  readonly runId: string;
  readonly comment: DraftComment;
  /** False for one on a version that is not the one that is shown. */
  readonly isShown: boolean;
  readonly show: (comment: DraftComment) => void;
}

function CommentItem({ runId, comment, isShown, show }: CommentItemProps) {
  const name = comment.path.slice(comment.path.lastIndexOf('/') + 1);
  const words = (comment.typed ?? comment.kept ?? '').trim();
  return (
    <li className="flex items-start gap-1 rounded-md hover:bg-hover">
      <button
        type="button"
        aria-disabled={!isShown}
        title={visibleText(`${comment.path}:${comment.line}\n${comment.quoted}`)}
        onClick={() => {
          if (isShown) show(comment);
        }}
        className="min-w-0 flex-1 rounded-md px-2 py-1 text-start text-xs"
      >
        <span className="block truncate text-ink-3">
          <AgentText text={name} />:{comment.line}
          {comment.side === 'old' && ' (deleted)'}
          {!isShown && ', an earlier version'}
        </span>
        <span className={`block truncate ${words === '' ? 'text-ink-3' : ''}`}>
          {words === '' ? 'Being written' : words}
        </span>
      </button>
      <IconButton
        icon="close"
        label={`Remove the comment on line ${comment.line} of ${visibleText(comment.path)}`}
        onClick={() => changeReview(runId, (draft) => withoutComment(draft, comment.id))}
      />
    </li>
  );
}
