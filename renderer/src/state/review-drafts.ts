import { create } from 'zustand';
import { EMPTY_REVIEW, type ReviewDraft } from './review-draft.ts';

/** What was written about each run and not sent, as long as the window is open. */
export const useReviewDrafts = create<{ readonly byRun: ReadonlyMap<string, ReviewDraft> }>()(
  () => ({ byRun: new Map() }),
);

export function useReviewDraft(runId: string): ReviewDraft {
  return useReviewDrafts(({ byRun }) => byRun.get(runId) ?? EMPTY_REVIEW);
}

export function changeReview(runId: string, change: (draft: ReviewDraft) => ReviewDraft): void {
  useReviewDrafts.setState(({ byRun }) => ({
    byRun: new Map(byRun).set(runId, change(byRun.get(runId) ?? EMPTY_REVIEW)),
  }));
}

/** After it was sent, or when nothing can be sent any more. */
export function forgetReview(runId: string): void {
  useReviewDrafts.setState(({ byRun }) => {
    const next = new Map(byRun);
    next.delete(runId);
    return { byRun: next };
  });
}
