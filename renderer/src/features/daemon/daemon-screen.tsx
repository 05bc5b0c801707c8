import { Screen, Section } from '../../components/screen.tsx';
import { useFleet } from '../../state/fleet-store.ts';

/** The daemon of this window, and others whose work is on the same board. */
export function DaemonScreen() {
  const catalog = useFleet((fleet) => fleet.catalog);
  const cards = useFleet((fleet) => fleet.board.cards);
  if (catalog === null) return null;
  const { owner, bootId, version, home, machine } = catalog.daemon;
  const facts = { Address: owner, Version: version, Machine: machine, Home: home, Boot: bootId };
  return (
    <Screen title="Daemon">
      <Section title="This daemon">
        <dl>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name} className="flex gap-4 py-1">
              <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Others counts={countOfOthers(cards.values(), owner)} />
    </Screen>
  );
}

function Others({ counts }: { counts: ReadonlyMap<string, number> }) {
  return (
    <Section title="Other daemons on this board">
      {counts.size === 0 ? (
        <p className="text-ink-3">None. Every task here belongs to this daemon.</p>
      ) : (
        <ul className="divide-y divide-line">
          {[...counts].map(([other, count]) => (
            <li key={other} className="flex justify-between gap-4 py-2">
              <span className="min-w-0 break-all">{other}</span>
              <span className="shrink-0 text-ink-2">
                {count} {count === 1 ? 'task' : 'tasks'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function countOfOthers(
  cards: Iterable<{ readonly ownerDaemon: string | null }>,
  me: string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ownerDaemon } of cards) {
    if (ownerDaemon === null || ownerDaemon === me) continue;
    counts.set(ownerDaemon, (counts.get(ownerDaemon) ?? 0) + 1);
  }
  return counts;
}
