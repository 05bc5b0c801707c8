import path from 'node:path';
import type { Problem } from '../shared/problems.ts';

const DEFAULT_PORT = 7455;

/** What the environment says about this start. The home is known even when the rest is refused. */
export interface LaunchSettings {
  readonly home: string;
  readonly port:
    | { readonly accepted: true; readonly port: number }
    | { readonly accepted: false; readonly problem: Problem };
  /** Path of a better-sqlite3 binary for runtimes that its prebuilt ones do not serve. */
  readonly sqliteBinding: string | null;
}

/** An unset and an empty variable mean the same: the default. */
export function readLaunchSettings(
  environment: Readonly<Record<string, string | undefined>>,
  applicationData: string,
): LaunchSettings {
  const home = environment.FLEETBOARD_HOME || path.join(applicationData, 'fleetboard');
  return {
    home: path.resolve(home),
    port: readPort(environment.FLEETBOARD_PORT || String(DEFAULT_PORT)),
    sqliteBinding: environment.FLEETBOARD_SQLITE_BINDING || null,
  };
}

function readPort(written: string): LaunchSettings['port'] {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port >= 1 && port <= 65_535) return { accepted: true, port };
  return {
    accepted: false,
    problem: {
      code: 'port_not_accepted',
      message: `FLEETBOARD_PORT is "${written.slice(0, 100)}". Expected a whole number from 1 to 65535.`,
      nextStep: `Correct FLEETBOARD_PORT, or unset it to use ${DEFAULT_PORT}, and start Fleetboard again.`,
    },
  };
}
