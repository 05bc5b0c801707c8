import type { Card } from '../../../shared/board.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import { useFleet } from '../state/fleet-store.ts';
import { type Ownership, ownershipOf } from '../state/ownership.ts';

/** Only while there is something to do about the task: afterwards it matters to nobody who ran it. */
export function TaskOwnerTag({ card }: { card: Card }) {
  return isTerminal(card.status) ? null : <OwnerTag owner={card.ownerDaemon} />;
}

/** The address of the daemon that owns something; nothing where that is the one of this window. */
export function OwnerTag({ owner }: { owner: string | null }) {
  const ownership = useFleet((fleet) => ownershipOf(fleet, owner));
  if (ownership === 'here') return null;
  const isAway = ownership !== 'live';
  return (
    <span
      data-owner={owner}
      title={`Owned by another daemon, ${owner} (${OWNERSHIP_WORDS[ownership]})`}
      className={`shrink-0 rounded-sm border border-line-strong px-1 text-2xs leading-3.5 ${isAway ? 'text-awaiting-ink' : 'text-ink-3'}`}
    >
      <span className="sr-only">Owned by another daemon, </span>
      {owner}
      {isAway && ` ${OWNERSHIP_WORDS[ownership]}`}
    </span>
  );
}

export const OWNERSHIP_WORDS: Readonly<Record<Exclude<Ownership, 'here'>, string>> = {
  live: 'live',
  silent: 'silent',
  stopped: 'stopped',
  unknown: 'not seen',
};
