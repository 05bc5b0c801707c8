import { homedir } from 'node:os';
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

type Environment = Readonly<Record<string, string | undefined>>;

/** An unset and an empty variable mean the same: the default. */
export function readLaunchSettings(environment: Environment): LaunchSettings {
  const home =
    environment.FLEETBOARD_HOME ||
    path.join(applicationDataFolder(environment, process.platform, homedir()), 'fleetboard');
  return {
    home: path.resolve(home),
    port: readPort(environment.FLEETBOARD_PORT || String(DEFAULT_PORT)),
    sqliteBinding: environment.FLEETBOARD_SQLITE_BINDING || null,
  };
}

/** Where the platform wants applications to keep their data; the same that Electron calls `appData`. */
export function applicationDataFolder(
  environment: Environment,
  platform: NodeJS.Platform,
  userHome: string,
): string {
  switch (platform) {
    case 'win32':
      return environment.APPDATA || path.join(userHome, 'AppData', 'Roaming');
    case 'darwin':
      return path.join(userHome, 'Library', 'Application Support');
    default:
      return environment.XDG_CONFIG_HOME || path.join(userHome, '.config');
  }
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
