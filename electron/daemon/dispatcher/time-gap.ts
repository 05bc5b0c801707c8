import type { Clock } from './clock.ts';

/** Differences below this are scheduling, not sleep. */
const SMALLEST_GAP_MS = 1_500;

/**
 * Notices that wall time went another way than running time: the machine slept, or the clock was set.
 * What waits on a person is moved by the gap, and live workers are renewed before anything is judged by the clock.
 */
export class TimeGap {
  readonly #clock: Clock;
  #now: number;
  #monotonic: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#now = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** The gap since the last call in milliseconds; 0 when there was none, negative when the clock was set back. */
  take(): number {
    const now = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    const gapMs = Math.round(now - this.#now - (monotonic - this.#monotonic));
    this.#now = now;
    this.#monotonic = monotonic;
    return Math.abs(gapMs) < SMALLEST_GAP_MS ? 0 : gapMs;
  }
}
