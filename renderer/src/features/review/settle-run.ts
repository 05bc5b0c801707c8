import { assertNever } from '../../../../shared/assert-never.ts';
import type { CallResult, ContractInput } from '../../../../shared/contract.ts';
import { describeOutcome } from '../../../../shared/outcome-words.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { call } from '../../api/daemon.ts';
import { closeReview, closeRunDialog } from '../../state/navigation.ts';
import { reportOutcome } from '../../state/notices.ts';
import type { Reason } from '../../state/reason.ts';
import { forgetReview } from '../../state/review-drafts.ts';

export const NO_SUCH_RUN = 'There is no such run any more.';

export interface RefusedThere {
  readonly words: Reason;
  /** The daemon that can do it, when this one is not the owner. */
  readonly owner: string | null;
}

/** Null when it was done: the dialog and the review are closed, and the board says so. */
export async function mergeRun(
  run: RunCard,
  input: ContractInput<'run.merge'>,
  at?: string,
): Promise<RefusedThere | null> {
  return settled(run, await call('run.merge', input, at));
}

/** Null when it was done, as with a merge. */
export async function discardRun(
  run: RunCard,
  input: ContractInput<'run.discard'>,
  at?: string,
): Promise<RefusedThere | null> {
  return settled(run, await call('run.discard', input, at));
}

function settled(
  run: RunCard,
  answer: CallResult<'run.merge' | 'run.discard'>,
): RefusedThere | null {
  if (!answer.ok) return { words: answer.problem, owner: null };
  const outcome = answer.value;
  switch (outcome.outcome) {
    case 'run_merged':
    case 'run_discarded':
      forgetReview(run.id);
      closeRunDialog();
      closeReview();
      reportOutcome(run.title, outcome);
      return null;
    case 'git_refused':
      return { words: outcome.problem, owner: null };
    case 'not_owner':
      return { words: describeOutcome(outcome), owner: outcome.ownerDaemon };
    case 'pull_open':
    case 'run_not_ready':
    case 'not_found':
      return { words: describeOutcome(outcome), owner: null };
    default:
      return assertNever(outcome);
  }
}
