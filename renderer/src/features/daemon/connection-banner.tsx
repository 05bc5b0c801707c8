import { Banner } from '../../components/banner.tsx';
import { timeOfDay } from '../../components/time.tsx';
import { useFleet } from '../../state/fleet-store.ts';

/** There for as long as a page in a browser has lost its daemon. What it shows may be out of date until then. */
export function ConnectionBanner() {
  const isConnected = useFleet((fleet) => fleet.isConnected);
  const heardAt = useFleet((fleet) => fleet.heardAt);
  if (isConnected) return null;
  return (
    <Banner
      label="Connection"
      tone="awaiting"
      headline={`Connection lost. What you see is as of ${timeOfDay(heardAt)}. Trying again…`}
    >
      <p>
        Nothing can be asked of the daemon until it is there again; nothing that was queued is lost.
        Look whether “fleetboard serve” still runs, and start it again if not: this page goes on by
        itself and shows what happened meanwhile.
      </p>
    </Banner>
  );
}
