import { endProcesses } from './process-group.ts';
import {
  groupMembers,
  type ProcessFacts,
  processesWithEnvironment,
  processFacts,
} from './process-table.ts';
import type { ProcessIdentity } from './worker-handle.ts';

export interface OrphanSearch {
  readonly ownerDaemon: string;
  readonly home: string;
  /** What an earlier boot had written down. */
  readonly recorded: readonly (ProcessIdentity & { readonly sessionId: string })[];
}

/**
 * Ends what an earlier boot of this daemon left behind and returns the pids that were found. A recorded pid counts only
 * with its start time; a group without its leader only by the mark in its environment; and whatever bears this owner's
 * mark counts wherever it is. Must run before this boot starts workers of its own.
 */
export async function reapOrphans(search: OrphanSearch): Promise<readonly number[]> {
  const found = new Set<number>();
  await endProcesses(() => {
    const left = orphansOf(search);
    for (const { pid } of left) found.add(pid);
    return left;
  });
  return [...found];
}

function orphansOf({ ownerDaemon, home, recorded }: OrphanSearch): readonly ProcessFacts[] {
  const mark = `FLEETBOARD_OWNER=${ownerDaemon}@${home}`;
  const orphans = new Map<number, ProcessFacts>();
  for (const facts of processesWithEnvironment((line) => line === mark)) {
    if (facts.pid !== process.pid) orphans.set(facts.pid, facts);
  }
  for (const { pid, startedToken } of recorded) {
    if (processFacts(pid)?.startedToken !== startedToken) continue;
    for (const member of groupMembers(pid)) orphans.set(member.pid, member);
  }
  return [...orphans.values()];
}
