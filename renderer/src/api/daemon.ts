import type { FleetboardBridge } from '../../../shared/bridge.ts';
import type { CallResult, ContractInput, ContractMethod, Push } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problems.ts';
import type { Shown } from '../../../shared/shown.ts';
import { BrowserConnection, type Connection } from './browser-connection.ts';

declare global {
  interface Window {
    readonly fleetboard: FleetboardBridge;
  }
}

let browser: BrowserConnection | null = null;

/** Whether the page is in a window of Fleetboard, which has the system's folder dialog and file manager; a browser has not. */
export function isInWindow(): boolean {
  return 'fleetboard' in window;
}

/**
 * Calls the daemon, or lets it ask another one: `at` is the address of the daemon that should answer. Never rejects: a
 * broken connection is a problem like any other.
 */
export async function call<M extends ContractMethod>(
  method: M,
  input: ContractInput<M>,
  at?: string,
): Promise<CallResult<M>> {
  try {
    return await connection().call(method, input, at);
  } catch (error) {
    return { ok: false, problem: unreachable(error) };
  }
}

/** Whether a page lost its daemon over a call. It says so by itself, and what was read before is the best that is known. */
export function isConnectionLost({ code }: Problem): boolean {
  return code === 'connection_lost' || (code === 'daemon_unreachable' && !isInWindow());
}

/** Returns the function that ends the subscription. */
export function subscribe(listener: (push: Push) => void): () => void {
  return connection().subscribe(listener);
}

/**
 * Tells when the daemon is lost, and when it is there again: pushes may then have been missed. Returns the function that
 * ends this. A window has its daemon within its own application and never loses it.
 */
export function watchConnection(watcher: (connection: Connection) => void): () => void {
  return isInWindow() ? () => {} : browserConnection().watch(watcher);
}

/** Tells what a window is asked to show by a notification, the tray or a link; a browser is asked nothing. */
export function watchShown(listener: (shown: Shown) => void): () => void {
  return isInWindow() ? window.fleetboard.watchShown(listener) : () => {};
}

/** In a window only. Null when the dialog was closed without a choice. */
export function chooseFolder(): Promise<string | null> {
  return window.fleetboard.chooseFolder();
}

/** In a window only. */
export function revealFolder(folder: string): Promise<void> {
  return window.fleetboard.revealFolder(folder);
}

function connection(): Pick<FleetboardBridge, 'call' | 'subscribe'> {
  return isInWindow() ? window.fleetboard : browserConnection();
}

function browserConnection(): BrowserConnection {
  browser ??= new BrowserConnection();
  return browser;
}

function unreachable(error: unknown) {
  return {
    code: 'daemon_unreachable',
    message: `The daemon could not be reached (${error instanceof Error ? error.message : String(error)}).`,
    nextStep: isInWindow()
      ? 'Close the window and start Fleetboard again. Nothing that was queued is lost.'
      : 'Look whether "fleetboard serve" still runs, and start it again if not. Nothing that was queued is lost.',
  };
}
