import { endProcesses, ownerMark } from './process-group.ts';
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
 * Ends what an earlier boot of this daemon left behind and returns the pids that were found; resolves when they are
 * gone. A recorded pid counts only with its start time; a group without its leader only by the mark in the environment
 * of its members (Linux); and whatever bears this owner's mark counts wherever it is (Linux). Must run before this boot
 * starts workers of its own.
 */
export async function reapOrphans(search: OrphanSearch): Promise<readonly number[]> {
  const mark = `FLEETBOARD_OWNER=${ownerMark(search)}`;
  const found = new Set<number>();
  // A group that was proven stays so until it is empty: its leader may be the first to go.
  let proven = search.recorded
    .filter(({ pid, startedToken }) => processFacts(pid)?.startedToken === startedToken)
    .map(({ pid }) => pid);
  await endProcesses(async () => {
    const marked = await processesWithEnvironment((line) => line === mark);
    const groups = new Map<number, readonly ProcessFacts[]>();
    for (const group of proven) groups.set(group, await groupMembers(group));
    proven = proven.filter((group) => groups.get(group)?.length !== 0);
    const left = [...marked, ...[...groups.values()].flat()].filter(isForeign);
    for (const { pid } of left) found.add(pid);
    return left;
  });
  return [...found];
}

/** A daemon that was started from a worker of its own bears the mark itself. */
function isForeign({ pid }: ProcessFacts): boolean {
  return pid !== process.pid && pid !== process.ppid;
}
