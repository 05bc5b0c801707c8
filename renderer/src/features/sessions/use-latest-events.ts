import { useEffect, useRef, useState } from 'react';
import type { DispatchEvent } from '../../../../shared/dispatch-events.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';

/** As many as a person looks back on; the rest is on the board. */
const EVENTS_READ = 50;

/**
 * The newest events of a project, newest first; null until they are read. Read again when something settles, and with
 * each `revision` of the conductor: nothing else announces that it was told.
 */
export function useLatestEvents(
  projectId: string,
  revision: number,
): readonly DispatchEvent[] | null {
  const position = useFleet((fleet) => fleet.eventPosition);
  const [events, setEvents] = useState<readonly DispatchEvent[] | null>(null);
  const reading = useRef({ isUnderWay: false, isWanted: false });

  // Both say that something may have changed, and nothing else.
  useEffect(() => {
    const current = reading.current;
    current.isWanted = true;
    if (current.isUnderWay) return;
    current.isUnderWay = true;
    async function readUntilCurrent() {
      while (current.isWanted) {
        current.isWanted = false;
        const answer = await call('events.latest', { projectId, limit: EVENTS_READ });
        if (answer.ok) setEvents(answer.value);
      }
      current.isUnderWay = false;
    }
    void readUntilCurrent();
  }, [projectId, position, revision]);

  return events;
}
