import { useId } from 'react';
import { ownsOpenPull } from '../../../../shared/own-pull.ts';
import type { ReviewDiff } from '../../../../shared/review.ts';
import { attemptWord, runWord } from '../../../../shared/run-words.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { CommandButton } from '../../components/command-button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Segments } from '../../components/segments.tsx';
import { closeReview, openRunDialog } from '../../state/navigation.ts';
import { openInEditor } from '../../state/run-actions.ts';
import { PullActionButtons } from '../pull/pull-action-buttons.tsx';
import { actionsOnPull } from '../pull/pull-actions.ts';
import { PullLine } from '../pull/pull-line.tsx';
import type { DiffLayout } from './diff-rows.ts';

interface ReviewHeaderProps {
  readonly run: RunCard;
  /** Null while it is being read. */
  readonly diff: ReviewDiff | null;
  /** Of the attempt that is shown; null: all of them. */
  readonly ordinal: number | null;
  readonly chooseOrdinal: (ordinal: number | null) => void;
  readonly layout: DiffLayout;
  readonly chooseLayout: (layout: DiffLayout) => void;
}

export function ReviewHeader({
  run,
  diff,
  ordinal,
  chooseOrdinal,
  layout,
  chooseLayout,
}: ReviewHeaderProps) {
  return (
    <header className="review-header shrink-0 border-b border-line">
      <div className="flex h-12 items-center gap-3 pe-3 ps-3">
        <Button
          look="quiet"
          // The review takes the place of what had the focus.
          autoFocus
          className="h-7 pe-2.5 ps-1.5"
          title="Back to the board (Esc)"
          onClick={closeReview}
        >
          <Icon name="chevron" className="size-3.5 rotate-180" />
          Board
        </Button>
        <h1 className="min-w-0 flex-1 truncate font-semibold">
          <span className="sr-only">Review of </span>
          <AgentText text={run.title} cut />
        </h1>
        {run.status === 'ended' && (
          <div className="flex shrink-0 gap-1.5">
            {ownsOpenPull(run.pull) ? <PullButtons run={run} /> : <LocalButtons run={run} />}
          </div>
        )}
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pe-3 pb-2 ps-5 text-xs text-ink-3">
        <p data-state={run.state} className="min-w-0 truncate">
          <span className="state-ink font-medium">{runWord(run)}</span> ·{' '}
          <AgentText text={`${run.branch} into ${run.baseBranch}`} />
          {diff !== null && <Totals diff={diff} />}
        </p>
        {run.pull !== null && <PullLine pull={run.pull} />}
        <div className="ms-auto flex flex-wrap items-center gap-1.5">
          <CopyButton text={run.branch} label="Copy branch" />
          <CommandButton size="small" command="editor" act={() => openInEditor(run)}>
            Open in editor
          </CommandButton>
          <AttemptChoice run={run} ordinal={ordinal} choose={chooseOrdinal} />
          <Segments
            label="Layout"
            value={layout}
            options={[
              { value: 'unified', name: 'Unified' },
              { value: 'split', name: 'Split' },
            ]}
            choose={chooseLayout}
          />
        </div>
      </div>
    </header>
  );
}

function LocalButtons({ run }: { run: RunCard }) {
  return (
    <>
      <CommandButton
        className="h-7"
        command="discard"
        act={async () => openRunDialog('discard', run.id)}
      >
        Discard…
      </CommandButton>
      <PullActionButtons run={run} actions={actionsOnPull(run)} size="normal" className="h-7" />
      <CommandButton
        look="primary"
        className="h-7 px-4"
        command="merge"
        act={async () => openRunDialog('merge', run.id)}
      >
        Merge…
      </CommandButton>
    </>
  );
}

/** Where a pull request is open, that is what is merged, and not here. */
function PullButtons({ run }: { run: RunCard }) {
  return (
    <PullActionButtons
      run={run}
      actions={actionsOnPull(run).toReversed()}
      size="normal"
      className="h-7"
      leads
    />
  );
}

function Totals({ diff }: { diff: ReviewDiff }) {
  const files = diff.files.length + diff.leftOutFiles;
  return (
    <span>
      {' · '}
      {files === 1 ? '1 file' : `${files.toLocaleString()} files`}{' '}
      <Count additions={diff.additions} deletions={diff.deletions} />
    </span>
  );
}

/** `+12 −3`, in words for those who hear it. */
export function Count({ additions, deletions }: { additions: number; deletions: number }) {
  if (additions === 0 && deletions === 0) return null;
  return (
    <>
      <span dir="ltr" className="text-done-ink">
        <span aria-hidden="true">+</span>
        {additions.toLocaleString()}
        <span className="sr-only"> added</span>
      </span>{' '}
      <span dir="ltr" className="text-failed-ink">
        <span aria-hidden="true">−</span>
        {deletions.toLocaleString()}
        <span className="sr-only"> deleted</span>
      </span>
    </>
  );
}

interface AttemptChoiceProps {
  readonly run: RunCard;
  readonly ordinal: number | null;
  readonly choose: (ordinal: number | null) => void;
}

function AttemptChoice({ run, ordinal, choose }: AttemptChoiceProps) {
  const id = useId();
  const shown = run.attempts.filter(({ commit }) => commit !== null);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Changes of
      </label>
      <select
        id={id}
        value={ordinal ?? ''}
        onChange={(event) => choose(event.target.value === '' ? null : Number(event.target.value))}
        className="field select h-6 w-auto! max-w-56 text-xs"
      >
        <option value="">All changes</option>
        {shown.map((attempt) => (
          <option key={attempt.ordinal} value={attempt.ordinal}>
            Attempt {attempt.ordinal}: {attemptWord(attempt).toLowerCase()}
          </option>
        ))}
      </select>
    </>
  );
}
