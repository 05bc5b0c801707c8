import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  groupMembers,
  isStillThere,
  type ProcessFacts,
  processesWithEnvironment,
} from './process-table.ts';

/** How long processes may take to end by themselves after SIGTERM. */
const TERM_GRACE_MS = 2_000;
/** After SIGKILL the kernel needs moments; a process that survives this is stuck in the kernel. */
const KILL_WAIT_MS = 10_000;
/** How often killing is repeated, for what was started while it was going on. */
const KILL_AGAIN_MS = 100;
/** How often the system is asked whether they are gone: often at first, because most are gone at once. */
const FIRST_LOOK_MS = 2;
const LAST_LOOK_MS = 20;

/** The mark that every process of a worker inherits, by which it is found wherever it went. */
export interface WorkerMark {
  readonly ownerDaemon: string;
  readonly home: string;
  readonly sessionId: string;
}

export function ownerMark({ ownerDaemon, home }: Omit<WorkerMark, 'sessionId'>): string {
  return `${ownerDaemon}@${home}`;
}

export function markEnvironment(mark: WorkerMark): Record<string, string> {
  return { FLEETBOARD_SESSION: mark.sessionId, FLEETBOARD_OWNER: ownerMark(mark) };
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
 * processes can obey), a grace period, kill. Resolves when the system shows none of them any more. To be called once
 * per group, no later than its leader's exit: the number of an empty group can be given to another.
 */
export async function endWorkerProcesses(group: number, sessionId: string): Promise<void> {
  if (process.platform === 'win32') return endWindowsTree(group);
  const mark = `FLEETBOARD_SESSION=${sessionId}`;
  await endProcesses(async () => {
    const members = await groupMembers(group);
    const strays = await processesWithEnvironment((line) => line === mark);
    return [...members, ...strays.filter((stray) => stray.group !== group)];
  }, group);
}

/**
 * Ends every process that `find` finds, and then whatever it finds anew, until it finds none. Members of `group` are
 * signalled as a group, so that none slips through by forking meanwhile.
 */
export async function endProcesses(
  find: () => Promise<readonly ProcessFacts[]>,
  group: number | null = null,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const found = await find();
    const elapsedMs = performance.now() - startedAt;
    if (found.length === 0 || elapsedMs > TERM_GRACE_MS + KILL_WAIT_MS) return;
    if (elapsedMs < TERM_GRACE_MS) {
      send(found, group, ['SIGTERM', 'SIGCONT']);
      await goneWithin(found, TERM_GRACE_MS - elapsedMs);
    } else {
      send(found, group, ['SIGKILL']);
      await goneWithin(found, KILL_AGAIN_MS);
    }
  }
}

function send(
  processes: readonly ProcessFacts[],
  group: number | null,
  signals: readonly NodeJS.Signals[],
): void {
  const members = processes.filter((facts) => facts.group === group);
  const others = processes.filter((facts) => facts.group !== group).map((facts) => facts.pid);
  const targets = members.length > 0 && group !== null ? [-group, ...others] : others;
  for (const target of targets) {
    for (const signal of signals) {
      try {
        process.kill(target, signal);
      } catch {
        // It ended in the meantime, which is what was wanted.
      }
    }
  }
}

async function goneWithin(processes: readonly ProcessFacts[], limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  let waitMs = FIRST_LOOK_MS;
  while (processes.some(isStillThere)) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return;
    await pause(Math.min(waitMs, leftMs));
    waitMs = Math.min(waitMs * 2, LAST_LOOK_MS);
  }
}

/** Windows has no groups: the tree below the leader goes, for as long as the leader is there. */
async function endWindowsTree(leader: number): Promise<void> {
  await new Promise<void>((resolve) => {
    execFile('taskkill', ['/pid', String(leader), '/t', '/f'], { windowsHide: true }, () =>
      resolve(),
    );
  });
}
