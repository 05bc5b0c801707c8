import type { DetectedAgent } from '../../../../shared/agent-tests.ts';
import { readCatalog } from '../../state/daemon-link.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { confirm, refuse } from '../../state/notices.ts';
import { readSettings, writeRefusalInLine, writeSettings } from '../../state/settings-store.ts';

/** Writes an installed agent into config.json. Null when that was refused, which is said; else its name there. */
export async function addDetected(agent: DetectedAgent): Promise<string | null> {
  const { command, args, name } = agent;
  const taken = useFleet.getState().catalog?.agents.map(({ id }) => id) ?? [];
  const id = freeName(agent.id, taken);
  await readSettings();
  const entry = { protocol: 'acp', command, args };
  const refused = await writeSettings([{ path: ['agents', id], value: entry }]);
  if (refused !== null) {
    refuse(name, `It could not be added. ${writeRefusalInLine(refused)}`);
    return null;
  }
  await readCatalog();
  confirm(name, `Added to config.json as "${id}".`);
  return id;
}

function freeName(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
