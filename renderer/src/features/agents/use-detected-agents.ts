import { useEffect, useState } from 'react';
import type { DetectedAgent } from '../../../../shared/agent-tests.ts';
import { call } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';

/** Known agents and whether they are installed; looked at again with the catalog. Null before the first answer. */
export function useDetectedAgents(): readonly DetectedAgent[] | null {
  const catalog = useFleet((fleet) => fleet.catalog);
  const [detected, setDetected] = useState<readonly DetectedAgent[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void call('agent.detect', {}).then((answer) => {
      if (isCurrent && answer.ok) setDetected(answer.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [catalog]);
  return detected;
}
