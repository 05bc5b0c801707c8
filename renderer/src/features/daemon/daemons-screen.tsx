import { Screen, Section } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { describeVersions } from '../../state/daemon-words.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { DaemonTable } from './daemon-table.tsx';
import { OldWriterAdvice, OldWriterFigures } from './old-writer-words.tsx';
import { UnregisteredOwners } from './unregistered-owners.tsx';

/** Who works on this database, the daemon of this window first. */
export function DaemonsScreen() {
  const catalog = useFleet((fleet) => fleet.catalog);
  const daemons = useFleet((fleet) => fleet.daemons);
  if (catalog === null) {
    return (
      <Screen title="Daemons">
        <Skeleton label="Reading…" lines={8} />
      </Screen>
    );
  }
  const versions = describeVersions(daemons);
  return (
    <Screen title="Daemons">
      <section aria-label="Daemons of this database" className="space-y-3">
        <DaemonTable daemons={daemons} />
        {versions !== null && (
          <p className="rounded-md bg-awaiting-wash px-3 py-2">
            <span className="font-medium text-awaiting-ink">Versions differ: {versions}.</span> They
            work side by side, each on its own tasks. Update the older one when it can be spared for
            a moment: its tasks wait for its restart.
          </p>
        )}
      </section>
      <UnregisteredOwners />
      <OutOfDateProgram />
      <Section title="This daemon">
        <Facts
          facts={{
            Home: catalog.daemon.home,
            Address: catalog.daemon.owner,
            Boot: catalog.daemon.bootId,
          }}
        />
      </Section>
    </Screen>
  );
}

function Facts({ facts }: { facts: Readonly<Record<string, string>> }) {
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="flex gap-4 py-1">
          <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
          <dd className="min-w-0 break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function OutOfDateProgram() {
  const oldWriter = useFleet((fleet) => fleet.oldWriter);
  if (oldWriter === null) return null;
  return (
    <Section title="Out-of-date program">
      <p>
        <OldWriterFigures oldWriter={oldWriter} />
      </p>
      <div className="space-y-2 text-ink-2">
        <OldWriterAdvice oldWriter={oldWriter} />
      </div>
    </Section>
  );
}
