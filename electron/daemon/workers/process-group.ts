import { setTimeout as pause } from 'node:timers/promises';
import { groupMembers, type ProcessFacts, processesWithEnvironment } from './process-table.ts';

/** How long a group may take to end by itself after SIGTERM. */
const TERM_GRACE_MS = 2_000;
/** How often the system is asked whether a group is gone. */
const LOOK_EVERY_MS = 20;
/** After SIGKILL the kernel needs moments; a process that survives this is stuck in the kernel. */
const KILL_WAIT_MS = 10_000;

/** The mark that every process of a worker inherits, by which it is found wherever it went. */
export interface WorkerMark {
  readonly ownerDaemon: string;
  readonly home: string;
  readonly sessionId: string;
}

export function markEnvironment(mark: WorkerMark): Record<string, string> {
  return {
    FLEETBOARD_SESSION: mark.sessionId,
    FLEETBOARD_OWNER: `${mark.ownerDaemon}@${mark.home}`,
  };
}

/** Sends a signal to a whole group. `false` when no process of it is left. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Ends a process group and whatever left it while bearing the session's mark: term (and continue, so that stopped
 * processes can obey), a grace period, kill. Resolves when the system shows none of them any more.
 */
export async function endWorkerProcesses(group: number, sessionId: string): Promise<void> {
  const mark = `FLEETBOARD_SESSION=${sessionId}`;
  await endProcesses(() => {
    const members = groupMembers(group);
    const strays = processesWithEnvironment((line) => line === mark);
    return [...members, ...strays.filter((stray) => stray.group !== group)];
  });
}

/** Ends every process that `remaining` still finds. Each is looked up anew before each signal. */
export async function endProcesses(remaining: () => readonly ProcessFacts[]): Promise<void> {
  if (signalAll(remaining(), ['SIGTERM', 'SIGCONT']) === 0) return;
  if (await goneWithin(remaining, TERM_GRACE_MS)) return;
  signalAll(remaining(), ['SIGKILL']);
  await goneWithin(remaining, KILL_WAIT_MS);
}

function signalAll(processes: readonly ProcessFacts[], signals: readonly NodeJS.Signals[]): number {
  for (const { pid } of processes) {
    for (const signal of signals) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended in the meantime, which is what was wanted.
      }
    }
  }
  return processes.length;
}

async function goneWithin(
  remaining: () => readonly ProcessFacts[],
  limitMs: number,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += LOOK_EVERY_MS) {
    if (remaining().length === 0) return true;
    await pause(LOOK_EVERY_MS);
  }
  return remaining().length === 0;
}
