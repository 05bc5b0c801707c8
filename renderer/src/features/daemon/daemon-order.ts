import type { DaemonSummary } from '../../../../shared/fleet.ts';

const STATE_ORDER: readonly DaemonSummary['state'][] = ['live', 'silent', 'stopped'];

/** The daemon of this window, then those that run, those that fell silent, and those that quit; each by address. */
export function inOrderOfInterest(daemons: readonly DaemonSummary[]): readonly DaemonSummary[] {
  return [...daemons].sort(
    (a, b) =>
      Number(b.isThis) - Number(a.isThis) ||
      STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state) ||
      a.owner.localeCompare(b.owner, undefined, { numeric: true }),
  );
}
