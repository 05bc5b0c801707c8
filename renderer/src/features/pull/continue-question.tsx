import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { RunPull } from '../../../../shared/pulls.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { visibleText } from '../../../../shared/visible-text.ts';
import { call } from '../../api/daemon.ts';
import { ActionButton } from '../../components/button.tsx';
import { commentsToSend } from '../../state/review-draft.ts';
import { changeReview, useReviewDraft } from '../../state/review-drafts.ts';
import { PullRefusalWords } from './pull-refusal-words.tsx';
import { usePullQuestion } from './use-pull-question.ts';
import { wordsWithComments } from './words-with-comments.ts';

/** A person's words for what is merge-ready. What was written in the review goes with them. */
export function ContinueQuestion({ run, pull }: { run: RunCard; pull: RunPull }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // It is what the dialog was opened for.
  useEffect(() => field.current?.focus(), []);
  const draft = useReviewDraft(run.id);
  const comments = commentsToSend(draft).length;
  const { refusal, isThere, act } = usePullQuestion(run, (at) =>
    call('run.continue', { runId: run.id, words: wordsWithComments(draft) }, at),
  );

  function write(words: string) {
    changeReview(run.id, (known) => ({ ...known, words }));
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void act();
      }}
      className="flex min-h-0 flex-col"
    >
      <div className="space-y-3 overflow-y-auto px-6 pt-2 pb-5">
        <p className="text-ink-2">
          A new attempt takes the pull request over and begins from the approved head, if the forge
          still has exactly that.
        </p>
        {pull.approvedHead !== null && (
          <p className="rounded-md bg-done-wash px-3 py-2 font-mono text-xs break-all text-done-ink">
            {pull.approvedHead}
          </p>
        )}
        <div className="space-y-1">
          <label htmlFor={id} className="block text-xs font-medium text-ink-2">
            What should the next attempt do?
          </label>
          <textarea
            id={id}
            rows={4}
            ref={field}
            value={draft.words}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            className="field block max-h-64 min-h-20 resize-y py-1.5"
          />
          {comments > 0 && (
            <p className="text-xs text-ink-3">
              {comments === 1 ? 'Your comment' : `Your ${comments} comments`} in the review{' '}
              {comments === 1 ? 'goes' : 'go'} with it.
            </p>
          )}
        </div>
        {pull.facts?.isMergeable === false && (
          <p className="rounded-md bg-awaiting-wash px-3 py-2">
            It conflicts with {visibleText(pull.baseBranch)}. The attempt is asked to resolve that
            in any case, also without words of yours.
          </p>
        )}
        {refusal !== null && <PullRefusalWords refusal={refusal} />}
      </div>
      <footer className="flex justify-end gap-2 border-t border-line px-6 py-3">
        <ActionButton look="primary" className="px-4" act={act}>
          {isThere ? 'Continue there' : 'Continue'}
        </ActionButton>
      </footer>
    </form>
  );
}
