import type { DispatchContext } from './dispatch-context.ts';
import { endLostWorker } from './end-work.ts';
import type { Work } from './live-work.ts';

/**
 * A worker that has exited still has what it printed read and what it left running ended before it reports: some 15
 * seconds, and more on a busy machine.
 */
const LONGEST_REPORT_MS = 60_000;

/**
 * Renews the leases of workers that are verifiably alive, or have just exited and are about to report how. Always before
 * anything is reclaimed: after sleep or a clock jump every lease looks expired.
 */
export async function keepLeases(context: DispatchContext): Promise<void> {
  const now = context.clock.now();
  const monotonicMs = context.clock.monotonic();
  const dueAfterMs = context.limits().leaseMs / 3;
  const due = context.live
    .works()
    .filter((work) => isAtWork(work, monotonicMs) && now - work.renewedAt >= dueAfterMs);
  const lost = await context.store.tasks.touch(
    due.map((work) => work.claim),
    now,
  );
  for (const work of due) work.renewedAt = now;
  for (const claim of lost) {
    const task = await context.store.tasks.find(claim.id);
    // Held rows have no lease to renew; whatever moved to another generation is no longer ours to run.
    if (task === null || task.generation !== claim.generation) await endLostWorker(context, claim);
  }
}

function isAtWork(work: Work, monotonicMs: number): boolean {
  if (work.session === null || work.isEnding || work.session.handle.isAlive()) return true;
  work.goneSince ??= monotonicMs;
  return monotonicMs - work.goneSince < LONGEST_REPORT_MS;
}
