import type { Card } from '../../../shared/board.ts';
import type { DaemonSummary } from '../../../shared/fleet.ts';
import type { RunCard } from '../../../shared/runs.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import type { Fleet } from './fleet-store.ts';

/**
 * Whose something is, seen from this window: `here` for its own daemon and for what nobody owns, else how the owner
 * fares. `unknown`: it never registered, so it is from before daemons did.
 */
export type Ownership = 'here' | DaemonSummary['state'] | 'unknown';

/** Everything counts as `here` until it is known which daemon this window has. */
export function ownershipOf(
  { catalog, daemons }: Pick<Fleet, 'catalog' | 'daemons'>,
  owner: string | null,
): Ownership {
  if (owner === null || catalog === null || owner === catalog.daemon.owner) return 'here';
  return daemons.find((daemon) => daemon.owner === owner)?.state ?? 'unknown';
}

/** Whether the work waits for a daemon that does not run: nothing happens to it until that one starts again. */
export function isOwnerAway(
  fleet: Pick<Fleet, 'catalog' | 'daemons'>,
  { ownerDaemon, status }: Pick<Card, 'ownerDaemon' | 'status'>,
): boolean {
  return !isTerminal(status) && isAway(ownershipOf(fleet, ownerDaemon));
}

/** As with tasks: nothing goes on in a run whose daemon does not run. */
export function isRunOwnerAway(
  fleet: Pick<Fleet, 'catalog' | 'daemons'>,
  { ownerDaemon, status }: Pick<RunCard, 'ownerDaemon' | 'status'>,
): boolean {
  const isAtWork = status === 'working' || status === 'merging';
  return isAtWork && isAway(ownershipOf(fleet, ownerDaemon));
}

function isAway(ownership: Ownership): boolean {
  return ownership !== 'here' && ownership !== 'live';
}
