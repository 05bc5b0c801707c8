import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { ask } from '../../state/act-there.ts';
import { closeReview } from '../../state/navigation.ts';
import { commentsToSend, type ReviewDraft } from '../../state/review-draft.ts';
import { forgetReview } from '../../state/review-drafts.ts';

/** Sends what was written; once it is the next attempt's prompt it is forgotten here and the board is shown. */
export function requestChanges({ id: runId, title }: RunCard, draft: ReviewDraft): Promise<void> {
  const { words } = draft;
  const comments = [...commentsToSend(draft)];
  return ask(
    { subject: title, noun: 'run' },
    (at) => call('run.requestChanges', { runId, words, comments }, at),
    ({ outcome }) => {
      if (outcome !== 'attempt_planned') return;
      forgetReview(runId);
      closeReview();
    },
  );
}
