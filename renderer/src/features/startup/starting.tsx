import { Icon } from '../../components/icon.tsx';

/** Shown from the first paint until the daemon is there; usually for less than a second. */
export function Starting() {
  return (
    <main className="flex h-full items-center justify-center">
      <h1 className="sr-only">Fleetboard</h1>
      <p role="status" className="flex items-center gap-3 text-ink-2">
        <Icon name="board" className="size-5 text-accent" />
        Starting the daemon…
      </p>
    </main>
  );
}
