import { useState } from 'react';
import type { Lane as LaneName } from '../../../../shared/lanes.ts';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { BoardCard } from './card.tsx';
import { BoardRun } from './run-card.tsx';

/** More than a person reads at once; the rest is one press away and costs nothing until then. */
const CARDS_SHOWN = 200;

const WORDS_WHEN_EMPTY: Readonly<Record<LaneName, string>> = {
  'Needs you': 'Nothing waits for you. Questions, failures and blocked work come here.',
  Working: 'Nothing is at work. Press New to start a task or a loop run.',
  'Ready to review': 'Nothing to review. Finished work with something to read comes here.',
  Done: 'What you review, dismiss or cancel stays here.',
};

export function Lane({ lane }: { lane: LaneName }) {
  const ids = useFleet((fleet) => fleet.lanes[lane]);
  const [limit, setLimit] = useState(CARDS_SHOWN);
  const hidden = ids.length - limit;
  return (
    <section aria-label={lane} className="min-w-0">
      <h2 className="lane-header flex h-9 items-center gap-2 pe-3 ps-5 font-semibold">
        {lane}
        <span className="font-normal text-ink-3">{ids.length}</span>
      </h2>
      {ids.length === 0 && <EmptyLane lane={lane} />}
      {ids.slice(0, limit).map((id) => (
        <Row key={id} id={id} />
      ))}
      {hidden > 0 && (
        <Button look="quiet" className="m-2" onClick={() => setLimit(limit + CARDS_SHOWN)}>
          Show {Math.min(hidden, CARDS_SHOWN)} more of {ids.length}
        </Button>
      )}
    </section>
  );
}

function Row({ id }: { id: string }) {
  const isRun = useFleet((fleet) => fleet.board.runs.has(id));
  return isRun ? <BoardRun id={id} /> : <BoardCard id={id} />;
}

function EmptyLane({ lane }: { lane: LaneName }) {
  const isRead = useFleet((fleet) => fleet.isBoardRead);
  const isFiltered = useFleet(
    (fleet) => fleet.filter.text.trim() !== '' || fleet.filter.projectId !== null,
  );
  if (!isRead) {
    return (
      <div className="px-5">
        <Skeleton label="Reading the board…" lines={6} />
      </div>
    );
  }
  return (
    <p className="pe-4 pb-4 ps-5 text-xs text-ink-3">
      {isFiltered
        ? 'Nothing here matches the filter. Clear it, or choose another project.'
        : WORDS_WHEN_EMPTY[lane]}
    </p>
  );
}
