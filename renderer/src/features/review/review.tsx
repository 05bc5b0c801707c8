import { useState } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { ProblemWords } from '../../components/problem-words.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { DiffInFull } from './diff-in-full.tsx';
import type { DiffLayout } from './diff-rows.ts';
import { keepDiffLayout, keptDiffLayout } from './kept-diff-layout.ts';
import { ReviewHeader } from './review-header.tsx';
import { useFocusOnRow } from './use-focus-on-row.ts';
import { type DiffState, useRunDiff } from './use-run-diff.ts';

/** What a run made, to be read line by line and decided upon. Takes the place of the board until it is left. */
export function Review({ runId }: { runId: string }) {
  const run = useFleet((fleet) => fleet.board.runs.get(runId));
  useFocusOnRow(runId);
  return (
    <section
      tabIndex={-1}
      aria-label="Review"
      data-run-id={runId}
      className="flex min-h-0 flex-1 flex-col outline-offset-[-2px]"
    >
      {run === undefined ? <Words>There is no such run any more.</Words> : <ReviewOf run={run} />}
    </section>
  );
}

function ReviewOf({ run }: { run: RunCard }) {
  const [ordinal, setOrdinal] = useState<number | null>(null);
  const [layout, setLayout] = useState<DiffLayout>(keptDiffLayout);
  const state = useRunDiff(run, ordinal);

  function chooseLayout(chosen: DiffLayout) {
    keepDiffLayout(chosen);
    setLayout(chosen);
  }

  return (
    <>
      <ReviewHeader
        run={run}
        diff={state.state === 'found' ? state.diff : null}
        ordinal={ordinal}
        chooseOrdinal={setOrdinal}
        layout={layout}
        chooseLayout={chooseLayout}
      />
      <DiffOf run={run} state={state} layout={layout} />
    </>
  );
}

interface DiffOfProps {
  readonly run: RunCard;
  readonly state: DiffState;
  readonly layout: DiffLayout;
}

function DiffOf({ run, state, layout }: DiffOfProps) {
  switch (state.state) {
    case 'reading':
      return (
        <Words>
          <Skeleton label="Reading what changed…" lines={12} />
        </Words>
      );
    case 'not_found':
      return <Words>There is no such run any more.</Words>;
    case 'refused':
      return (
        <Words>
          <ProblemWords problem={state.problem} />
        </Words>
      );
    case 'found':
      return (
        <DiffInFull
          key={`${state.ordinal} ${state.diff.baseCommit} ${state.diff.headCommit}`}
          run={run}
          diff={state.diff}
          ordinal={state.ordinal}
          layout={layout}
        />
      );
    default:
      return assertNever(state);
  }
}

function Words({ children }: { children: React.ReactNode }) {
  return <div className="readable flex-1 px-5 py-4">{children}</div>;
}
