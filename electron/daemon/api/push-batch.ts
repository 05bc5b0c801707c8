import type { Push } from '../../../shared/contract.ts';
import { SpacedRuns } from '../spaced-runs.ts';

/** About one frame: what is sent more often than it is painted only costs. */
const SPACING_MS = 16;

/** Gathers what the daemon says into one message per frame, in order. The first one after a pause goes at once. */
export class PushBatch {
  #waiting: Push[] = [];
  readonly #sends: SpacedRuns;

  constructor(send: (pushes: Push[]) => void) {
    this.#sends = new SpacedRuns(() => {
      const pushes = this.#waiting;
      this.#waiting = [];
      send(pushes);
    }, SPACING_MS);
  }

  add(push: Push): void {
    this.#waiting.push(push);
    this.#sends.request();
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#sends.stop();
  }
}
