import { Banner } from '../../components/banner.tsx';
import { useFleet } from '../../state/fleet-store.ts';

/** There for as long as a page in a browser has lost its daemon. What it shows may be out of date until then. */
export function ConnectionBanner() {
  const isConnected = useFleet((fleet) => fleet.isConnected);
  if (isConnected) return null;
  return (
    <Banner label="Connection" tone="awaiting" headline="Connection lost. Trying again…">
      <p>
        Look whether “fleetboard serve” still runs, and start it again if not: this page goes on by
        itself. What you see is from before; nothing that was queued is lost.
      </p>
    </Banner>
  );
}
