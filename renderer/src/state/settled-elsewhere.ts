import { create } from 'zustand';
import type { Approval } from '../../../shared/contract.ts';
import { call } from '../api/daemon.ts';
import { isAnsweredHere } from './answered-here.ts';
import { type Fleet, useFleet } from './fleet-store.ts';

/** Long enough to be seen by somebody who looks over every few minutes; the history has it for good. */
const SHOWN_MS = 5 * 60_000;
/** The question of a run was asked by its last attempt, or by the one before where that lost its worker. */
const ATTEMPTS_ASKED = 2;

/** A question that went away while this window showed it, and not by an answer of this window. */
export interface SettledQuestion {
  readonly approvalId: string;
  readonly title: string;
  /** Null: nobody answered it. */
  readonly answer: { readonly by: string; readonly optionName: string } | null;
}

/** By the card or the run that had asked. */
export const useSettledElsewhere = create<{
  readonly byRow: ReadonlyMap<string, SettledQuestion>;
}>()(() => ({ byRow: new Map() }));

/** Keeps it what happens to the questions that are shown. Call once; returns the function that ends it. */
export function watchQuestions(): () => void {
  const open = new Map<string, string>();
  return useFleet.subscribe((fleet, before) => {
    if (fleet.board === before.board) return;
    for (const [rowId, approvalId] of open) {
      if (questionOf(fleet, rowId)?.approvalId === approvalId) continue;
      open.delete(rowId);
      if (!isAnsweredHere(approvalId)) void tell(rowId, approvalId);
    }
    for (const rowId of fleet.lanes['Needs you']) {
      const question = questionOf(fleet, rowId);
      if (question === null || open.has(rowId)) continue;
      open.set(rowId, question.approvalId);
      forget(rowId);
    }
  });
}

async function tell(rowId: string, approvalId: string): Promise<void> {
  const approval = await readApproval(rowId, approvalId);
  if (approval === undefined || approval.status === 'open') return;
  const { title, status, answer, answeredBy } = approval;
  const settled: SettledQuestion = {
    approvalId,
    title,
    answer:
      status === 'answered'
        ? { by: answeredBy ?? 'somebody', optionName: answer ?? 'an answer' }
        : null,
  };
  // It may ask something else by now, and then that is what matters.
  if (questionOf(useFleet.getState(), rowId) !== null) return;
  useSettledElsewhere.setState(({ byRow }) => ({ byRow: new Map(byRow).set(rowId, settled) }));
  setTimeout(() => {
    if (useSettledElsewhere.getState().byRow.get(rowId) === settled) forget(rowId);
  }, SHOWN_MS);
}

function forget(rowId: string): void {
  if (!useSettledElsewhere.getState().byRow.has(rowId)) return;
  useSettledElsewhere.setState(({ byRow }) => {
    const next = new Map(byRow);
    next.delete(rowId);
    return { byRow: next };
  });
}

/** A daemon that does not answer says so elsewhere. */
async function readApproval(rowId: string, approvalId: string): Promise<Approval | undefined> {
  const run = useFleet.getState().board.runs.get(rowId);
  const taskIds =
    run === undefined ? [rowId] : run.attempts.slice(-ATTEMPTS_ASKED).map(({ taskId }) => taskId);
  for (const taskId of taskIds.toReversed()) {
    const answer = await call('task.details', { taskId });
    if (!answer.ok || answer.value.outcome !== 'found') continue;
    const approval = answer.value.details.approvals.find(({ id }) => id === approvalId);
    if (approval !== undefined) return approval;
  }
  return undefined;
}

function questionOf({ board }: Pick<Fleet, 'board'>, rowId: string) {
  return (board.cards.get(rowId) ?? board.runs.get(rowId))?.question ?? null;
}
