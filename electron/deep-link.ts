import type { Shown } from '../shared/shown.ts';

export const DEEP_LINK_SCHEME = 'fleetboard';

/** `fleetboard://task/<id>` and `fleetboard://run/<id>`. Null for anything else: a link comes from anybody. */
export function parseDeepLink(link: string): Shown | null {
  const parts = /^fleetboard:\/\/(task|run)\/([A-Za-z0-9._-]{1,200})\/?$/.exec(link);
  const [, what, id] = parts ?? [];
  if (id === undefined || (what !== 'task' && what !== 'run')) return null;
  return { what, id };
}

/** The link in the command line of a start, as the system gives it to an application that is registered for it. */
export function deepLinkIn(commandLine: readonly string[]): Shown | null {
  for (const argument of commandLine.slice(1)) {
    const shown = parseDeepLink(argument);
    if (shown !== null) return shown;
  }
  return null;
}

export type LinkRegistration =
  /** The application by itself. */
  | { readonly register: 'application' }
  /** The runtime with the folder of the application as its argument. */
  | { readonly register: 'runtime'; readonly args: readonly [string] }
  /** Only what is installed can be registered there. */
  | { readonly register: 'nothing' };

/** How the system is told to hand links to this application. */
export function linkRegistration(
  platform: NodeJS.Platform,
  isPackaged: boolean,
  applicationFolder: string,
): LinkRegistration {
  if (isPackaged) return { register: 'application' };
  if (platform === 'win32') return { register: 'runtime', args: [applicationFolder] };
  return { register: 'nothing' };
}
