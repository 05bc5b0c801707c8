import { setTimeout as pause } from 'node:timers/promises';
import { processGroup } from './processes.ts';

const LOOK_EVERY_MS = 5;

/** Resolves when every process of a group is in a state that fits: a signal takes effect a moment after it was sent. */
export async function untilStates(
  group: number,
  fits: (state: string) => boolean,
): Promise<ReadonlySet<string>> {
  for (;;) {
    const states = processGroup(group).map(({ state }) => state);
    if (states.length > 0 && states.every(fits)) return new Set(states);
    await pause(LOOK_EVERY_MS);
  }
}

export const isStopped = (state: string) => state === 'T';
export const isNotStopped = (state: string) => state !== 'T';
