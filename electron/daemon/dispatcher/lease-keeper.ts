import type { DispatchContext } from './dispatch-context.ts';
import { endLostWorker } from './end-work.ts';
import type { Work } from './live-work.ts';

/**
 * Renews the leases of workers that are verifiably alive. Always before anything is reclaimed: after sleep or a clock
 * jump every lease looks expired.
 */
export async function keepLeases(context: DispatchContext): Promise<void> {
  const now = context.clock.now();
  const dueAfterMs = context.limits().leaseMs / 3;
  const due = context.live
    .works()
    .filter((work) => isAlive(work) && now - work.renewedAt >= dueAfterMs);
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

function isAlive(work: Work): boolean {
  return work.session === null || work.session.handle.isAlive();
}
