import type { DaemonSummary } from '../../../shared/fleet.ts';

/** The work is bound to the address and not to the process: any start on that port takes it back. */
export function howToStart(owner: string): string {
  return `Start it again with FLEETBOARD_PORT=${portOf(owner)} to go on at once.`;
}

function portOf(owner: string): string {
  return owner.slice(owner.lastIndexOf(':') + 1);
}

/** `0.1.0 here, 0.2.0 on 127.0.0.1:7460`; null while all that run have the version of this window. */
export function describeVersions(daemons: readonly DaemonSummary[]): string | null {
  const here = daemons.find((daemon) => daemon.isThis);
  if (here === undefined) return null;
  const others = daemons.filter(
    (daemon) => daemon.state !== 'stopped' && daemon.version !== here.version,
  );
  if (others.length === 0) return null;
  const there = others.map(({ version, owner }) => `${version} on ${owner}`);
  return [`${here.version} here`, ...there].join(', ');
}
