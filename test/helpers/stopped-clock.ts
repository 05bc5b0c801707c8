import { vi } from 'vitest';

/**
 * The clock of durations stands still, or goes on a little at each look, until `vi.restoreAllMocks`. A transaction is cut
 * by it, so on a busy machine what shares a commit is otherwise left to chance.
 */
export class StoppedClock {
  everyLookTakesMs = 0;
  #nowMs = 0;

  constructor() {
    vi.spyOn(performance, 'now').mockImplementation(() => {
      this.#nowMs += this.everyLookTakesMs;
      return this.#nowMs;
    });
  }
}
