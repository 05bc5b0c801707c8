import { constants } from 'node:os';
import type { Problem } from '../shared/problems.ts';
import { pageAddress } from './daemon/api/daemon-client.ts';
import { type Daemon, type DaemonOptions, startDaemon } from './daemon/daemon.ts';
import { DaemonCannotStart } from './daemon/daemon-cannot-start.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ServeOptions extends DaemonOptions {
  /** Gets each line for standard output. */
  readonly print: (line: string) => void;
  /** One line of JSON in place of words. */
  readonly json: boolean;
}

export type ServeOutcome =
  | { readonly outcome: 'stopped' }
  | { readonly outcome: 'could_not_start'; readonly problem: Problem };

/**
 * The daemon without a window. Tells the address of its board when it can be used, and resolves when a signal has
 * stopped it in good order. A second signal ends the process where it is; the next start cleans up after it.
 */
export async function serve({ print, json, ...options }: ServeOptions): Promise<ServeOutcome> {
  const told = signalled(() => {
    if (!json) print('Stopping. Once more ends it at once.');
  });
  let daemon: Daemon;
  try {
    daemon = await startDaemon(options);
  } catch (error) {
    if (!(error instanceof DaemonCannotStart)) throw error;
    return { outcome: 'could_not_start', problem: error.problem };
  }
  for (const line of json ? [readyEvent(daemon)] : welcome(daemon, options.version)) print(line);
  await told;
  await daemon.stop();
  return { outcome: 'stopped' };
}

/** Resolves with the first signal that asks the process to end. */
function signalled(first: () => void): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isTold) process.exit(128 + constants.signals[signal]);
        isTold = true;
        first();
        resolve();
      });
    }
  });
}

function readyEvent(daemon: Daemon): string {
  return JSON.stringify({ event: 'ready', owner: daemon.owner, url: pageAddress(daemon) });
}

function welcome(daemon: Daemon, version: string): string[] {
  return [
    `Fleetboard ${version} runs on ${daemon.owner} with the home ${daemon.home}.`,
    `Its board: ${pageAddress(daemon)}`,
    'The address signs a browser in: keep it to yourself. Ctrl+C stops; open work goes on at the next start.',
  ];
}
