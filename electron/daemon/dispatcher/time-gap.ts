import type { Clock } from './clock.ts';

/** Differences below this are scheduling, not sleep. */
const SMALLEST_GAP_MS = 1_500;
/** A look that comes later than this was not kept by a busy machine: the process did not run. */
const LATE_MS = 10_000;

/**
 * The one place that knows of time in which nothing ran: the machine slept, the process was stopped, or somebody set the
 * clock. What waits on a person is moved by that gap, and live workers are renewed before anything is judged by the clock.
 *
 * Its inputs: wall time that went another way than running time; `suspended` and `resumed`, because the running time of
 * some systems goes on while they sleep; and a look that comes much later than it was due, where nobody tells of sleep.
 */
export class TimeGap {
  readonly #clock: Clock;
  #now: number;
  #monotonic: number;
  /** Running time at which the sleep began that nobody has ended yet. */
  #suspendedAt: number | null = null;
  #sleptAsTold = false;
  /** Running time since the last take in which nothing ran. */
  #idleMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#now = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** The machine is about to sleep. */
  suspended(): void {
    this.#suspendedAt ??= this.#clock.monotonic();
  }

  /** The machine woke up. */
  resumed(): void {
    if (this.#suspendedAt === null) return;
    this.#idleMs += this.#clock.monotonic() - this.#suspendedAt;
    this.#suspendedAt = null;
    this.#sleptAsTold = true;
  }

  /** A look came `ms` after it was due. A little is scheduling; a lot means that this process did not run. */
  late(ms: number): void {
    // What a sleep explains that somebody told of is not counted again.
    if (ms >= LATE_MS && this.#suspendedAt === null && !this.#sleptAsTold) this.#idleMs += ms;
  }

  /** The gap since the last call in milliseconds; 0 when there was none, negative when the clock was set back. */
  take(): number {
    // Whoever asks runs: the machine is awake, even if nobody said so.
    this.resumed();
    const now = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    const ranMs = monotonic - this.#monotonic - this.#idleMs;
    const gapMs = Math.round(now - this.#now - ranMs);
    this.#now = now;
    this.#monotonic = monotonic;
    this.#idleMs = 0;
    this.#sleptAsTold = false;
    return Math.abs(gapMs) < SMALLEST_GAP_MS ? 0 : gapMs;
  }
}
