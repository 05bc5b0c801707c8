import type { Clock } from '../../electron/daemon/dispatcher/clock.ts';

/** Time that moves only when the test says so. */
export class TestClock implements Clock {
  #wallMs = 1_800_000_000_000;
  #runningMs = 1_000;

  now(): number {
    return this.#wallMs;
  }

  monotonic(): number {
    return this.#runningMs;
  }

  /** Time passes while the machine runs. */
  pass(ms: number): void {
    this.#wallMs += ms;
    this.#runningMs += ms;
  }

  /** The machine sleeps, or somebody sets the clock: wall time alone moves. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }
}
