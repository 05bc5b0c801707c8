import type { Push } from '../../../shared/contract.ts';
import { SpacedRuns } from '../spaced-runs.ts';

/** Half a frame: a whole one would let what has just missed a message miss the next frame as well. */
const SPACING_MS = 8;

/** Gathers what the daemon says into few messages per frame, in order. The first one after a pause goes at once. */
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
