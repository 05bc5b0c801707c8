import type { Lane as LaneName } from '../../../../shared/lanes.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { LaneRows } from './lane-rows.tsx';

const WORDS_WHEN_EMPTY: Readonly<Record<LaneName, string>> = {
  'Needs you': 'Questions, failures and blocked work wait here for you.',
  Working: 'What runs, or waits for a free worker, is shown here as it happens.',
  'Ready to review': 'Finished work with something to read comes here.',
  Done: 'What you reviewed, dismissed or cancelled stays here.',
};

export function Lane({ lane }: { lane: LaneName }) {
  const ids = useFleet((fleet) => fleet.lanes[lane]);
  const isRead = useFleet((fleet) => fleet.isBoardRead);
  return (
    <section aria-label={lane} className="min-w-0">
      <h2 className="lane-header flex h-9 items-center gap-2 pr-3 pl-5 font-semibold">
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
  if (!isRead) return null;
  return (
    <p className="pr-4 pb-4 pl-5 text-xs text-ink-3">
      {isFiltered ? 'Nothing here matches the filter.' : WORDS_WHEN_EMPTY[lane]}
    </p>
  );
}
