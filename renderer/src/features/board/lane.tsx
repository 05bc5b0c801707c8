import type { Lane as LaneName } from '../../../../shared/lanes.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { LaneRows } from './lane-rows.tsx';

const WORDS_WHEN_EMPTY: Readonly<Record<LaneName, string>> = {
  'Needs you': 'Nothing waits for you. Questions, failures and blocked work come here.',
  Working: 'Nothing is at work. Press New to start a task or a loop run.',
  'Ready to review': 'Nothing to review. Finished work with something to read comes here.',
  Done: 'What you review, dismiss or cancel stays here.',
};

export function Lane({ lane }: { lane: LaneName }) {
  const ids = useFleet((fleet) => fleet.lanes[lane]);
  const isRead = useFleet((fleet) => fleet.isBoardRead);
  return (
    <section aria-label={lane} className="min-w-0">
      <h2 className="lane-header flex h-9 items-center gap-2 pe-3 ps-5 font-semibold">
        {lane}
        {isRead && <span className="font-normal text-ink-3">{ids.length}</span>}
      </h2>
      {ids.length === 0 && <EmptyLane lane={lane} />}
      <LaneRows ids={ids} />
    </section>
  );
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
