import { Section } from '../../components/screen.tsx';
import { howToStart } from '../../state/daemon-words.ts';
import { useFleet } from '../../state/fleet-store.ts';

/** Owners of open work that are no daemon known here: they have not run since daemons register themselves. */
export function UnregisteredOwners() {
  const daemons = useFleet((fleet) => fleet.daemons);
  const openWork = useFleet((fleet) => fleet.board.tally.openByOwner);
  const strangers = [...openWork].filter(
    ([owner]) => !daemons.some((daemon) => daemon.owner === owner),
  );
  if (strangers.length === 0) return null;
  return (
    <Section title="Not seen yet">
      <ul className="divide-y divide-line">
        {strangers.map(([owner, count]) => (
          <li key={owner} className="py-2">
            <p className="flex justify-between gap-4">
              <span className="min-w-0 break-all">{owner}</span>
              <span className="shrink-0 text-ink-2">{count} open</span>
            </p>
            <p className="text-xs text-ink-3">
              It owns work and has not run since. {howToStart(owner)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
