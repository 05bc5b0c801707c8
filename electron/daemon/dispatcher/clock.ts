import { performance } from 'node:perf_hooks';

/** Both times in milliseconds. They part when the machine sleeps or somebody sets the clock. */
export interface Clock {
  /** Unix time. */
  now(): number;
  /** Time that only runs while the machine does. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
