import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { IconButton } from '../../components/icon-button.tsx';
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
    <RunDialogFrame title={`${TITLES[dialog.kind]} “${run.title}”`}>
      <Question key={`${dialog.kind} ${run.id}`} kind={dialog.kind} run={run} />
    </RunDialogFrame>
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

function RunDialogFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) closeRunDialog();
      }}
    >
      <Dialog.Portal>
        {/* Radix's own overlay injects a style element, which the content security policy refuses. */}
        <div className="fixed inset-0 z-40 bg-backdrop" aria-hidden="true" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[max(16px,10vh)] inset-x-0 z-50 flex max-h-[calc(100vh-max(32px,20vh))] w-[min(540px,calc(100vw-32px))] mx-auto flex-col rounded-xl bg-raised shadow-raised"
        >
          <header className="flex items-center justify-between gap-4 pt-3 pe-3 ps-6">
            <Dialog.Title className="min-w-0 truncate text-sm font-semibold">
              <AgentText text={title} cut />
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon="close" label="Close" />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
