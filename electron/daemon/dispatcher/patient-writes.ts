import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../store/store-unavailable.ts';

const TRY_AGAIN_MS = 1_000;

/**
 * For what must reach the database however long it cannot be written: what a worker reported happened, and nobody will
 * say it again. It is kept in memory and tried until it is written, or until the row says that the claim is lost.
 */
export class PatientWrites {
  #wake = new AbortController();
  #stopped = false;

  /** The outcome of the first try that the database took. After `stop` a try that fails is the last. */
  async untilWritten<Outcome>(write: () => Promise<Outcome>): Promise<Outcome> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.#stopped || !(error instanceof StoreUnavailable)) throw error;
      }
      await pause(TRY_AGAIN_MS, undefined, { signal: this.#wake.signal }).catch(() => {});
    }
  }

  /** The database can be written again. */
  tryAgain(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  stop(): void {
    this.#stopped = true;
    this.tryAgain();
  }
}
