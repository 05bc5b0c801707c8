import type { CallResult, ContractOutput } from '../../../../shared/contract.ts';
import { isGranted } from '../../../../shared/outcome-words.ts';
import type { Problem } from '../../../../shared/problems.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { closeReview, closeRunDialog } from '../../state/navigation.ts';
import { reportOutcome } from '../../state/notices.ts';
import { forgetReview } from '../../state/review-drafts.ts';

type PullMethod = 'run.continue' | 'run.mergePull' | 'run.release';

export type PullRefusal =
  /** The daemon did not answer. */
  | { readonly reason: 'unanswered'; readonly problem: Problem }
  | { readonly reason: 'refused'; readonly outcome: ContractOutput<PullMethod> };

/** Null when it was done: the dialog and the review are closed, and the board says so. */
export function settlePull(run: RunCard, answer: CallResult<PullMethod>): PullRefusal | null {
  if (!answer.ok) return { reason: 'unanswered', problem: answer.problem };
  const outcome = answer.value;
  if (!isGranted(outcome)) return { reason: 'refused', outcome };
  // What was said of a released run can still be said to its next attempt.
  if (outcome.outcome !== 'pull_released') forgetReview(run.id);
  closeRunDialog();
  closeReview();
  reportOutcome(run.title, outcome);
  return null;
}

/** The daemon that can do it, when the one that was asked is not the owner. */
export function ownerIn(refusal: PullRefusal): string | null {
  return refusal.reason === 'refused' && refusal.outcome.outcome === 'not_owner'
    ? refusal.outcome.ownerDaemon
    : null;
}
