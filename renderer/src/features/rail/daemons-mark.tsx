import type { DaemonSummary } from '../../../../shared/fleet.ts';
import { useFleet } from '../../state/fleet-store.ts';

/** Only when this daemon is not alone: how many run, and how many fell silent. */
export function DaemonsMark() {
  const daemons = useFleet((fleet) => fleet.daemons);
  const live = daemons.filter(({ state }) => state === 'live').length;
  const silent = daemons.filter(({ state }) => state === 'silent');
  if (silent.length > 0) return <SilentMark live={live} silent={silent} />;
  return live > 1 ? <MarkWords isAlarming={false} live={live} silent={0} /> : null;
}

/** In the colour of what needs a person while work waits for one of them. */
function SilentMark({ live, silent }: { live: number; silent: readonly DaemonSummary[] }) {
  const openWork = useFleet((fleet) => fleet.board.tally.openByOwner);
  const isWorkWaiting = silent.some(({ owner }) => openWork.has(owner));
  return <MarkWords isAlarming={isWorkWaiting} live={live} silent={silent.length} />;
}

interface MarkWordsProps {
  readonly isAlarming: boolean;
  readonly live: number;
  readonly silent: number;
}

function MarkWords({ isAlarming, live, silent }: MarkWordsProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={`rail-dot size-1.5 rounded-full ${isAlarming ? 'bg-awaiting' : 'bg-quiet'}`}
      />
      <span className="rail-word ms-auto ps-1 text-2xs text-ink-3">
        {live > 1 && (
          <>
            {live}
            <span className="sr-only"> live</span>
          </>
        )}
        {live > 1 && silent > 0 && ' · '}
        {silent > 0 && (
          <span className={isAlarming ? 'text-awaiting-ink' : ''}>{silent} silent</span>
        )}
      </span>
    </>
  );
}
