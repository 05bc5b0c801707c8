import { randomUUID } from 'node:crypto';
import { logFailure } from '../log-failure.ts';
import type { PullName, Reserved, RunPullRow } from '../store/pulls/pull-store.ts';
import { type PullContext, RESERVATION_MS } from './pull-context.ts';

type NotReserved = Exclude<Reserved, { outcome: 'reserved' }>;

/**
 * The gate in front of everything that changes a pull request: the attempt must own it now, and nobody else may change it
 * until this is over. Every exit gives the reservation back; one that is used up by a transfer is no longer there.
 */
export async function whileReserved<Outcome>(
  context: PullContext,
  row: RunPullRow & PullName,
  work: (token: string) => Promise<Outcome>,
): Promise<Outcome | NotReserved> {
  const { store, clock, log, me } = context;
  // Names its daemon and boot, so that another boot knows what is left over.
  const token = `${me.owner}/${me.bootId}/${randomUUID()}`;
  const now = clock.now();
  const reserved = await store.pulls.reserve(row, row, token, now + RESERVATION_MS, now);
  if (reserved.outcome !== 'reserved') {
    if (reserved.outcome === 'publication_ownership_changed') {
      const detail = `Refused: pull request ${row.number} belongs to ${reserved.ownedBy}.`;
      await store.pulls.recordLoss(row.runId, detail, me, clock.now());
    }
    return reserved;
  }
  try {
    return await work(token);
  } finally {
    await store.pulls.unreserve(token, clock.now()).catch((error: unknown) => {
      logFailure(log, error, 'a reservation was not given back; it expires');
    });
  }
}

export function hasNumber(row: RunPullRow): row is RunPullRow & PullName {
  return row.number !== null;
}

/** The parts of a repository's name. */
export function repositoryOf({ host, repository }: Pick<RunPullRow, 'host' | 'repository'>) {
  const [owner = '', name = ''] = repository.split('/');
  return { host, owner, name };
}
