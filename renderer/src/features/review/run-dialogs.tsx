import { assertNever } from '../../../../shared/assert-never.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { TitledDialog } from '../../components/dialog.tsx';
import { type RunDialog, useFleet } from '../../state/fleet-store.ts';
import { closeRunDialog } from '../../state/navigation.ts';
import { PullQuestion } from '../pull/pull-question.tsx';
import { DiscardQuestion } from './discard-question.tsx';
import { MergeQuestion } from './merge-question.tsx';

/** What is asked before a run, or its pull request, is merged, discarded, continued or released. */
export function RunDialogs() {
  const dialog = useFleet((fleet) => fleet.runDialog);
  const run = useFleet(({ runDialog, board }) => board.runs.get(runDialog?.runId ?? ''));
  if (dialog === null || run === undefined) return null;
  return (
    <TitledDialog
      isOpen
      close={closeRunDialog}
      title={`${TITLES[dialog.kind]} “${run.title}”`}
      className="[--dialog-width:540px]"
    >
      <Question key={`${dialog.kind} ${run.id}`} kind={dialog.kind} run={run} />
    </TitledDialog>
  );
}

const TITLES: Readonly<Record<RunDialog['kind'], string>> = {
  merge: 'Merge',
  discard: 'Discard',
  continue: 'Continue',
  mergePull: 'Merge on the forge',
  release: 'Release the pull request of',
};

function Question({ kind, run }: { kind: RunDialog['kind']; run: RunCard }) {
  switch (kind) {
    case 'merge':
      return <MergeQuestion run={run} />;
    case 'discard':
      return <DiscardQuestion run={run} />;
    case 'continue':
    case 'mergePull':
    case 'release':
      return <PullQuestion kind={kind} run={run} />;
    default:
      return assertNever(kind);
  }
}
