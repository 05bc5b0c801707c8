import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets one caller through in each turn of the event loop, so that timers and input get theirs between any two. */
export class OnePerTurn {
  #last: Promise<void> = Promise.resolve();

  /** Resolves in a later turn than every call before it. */
  pass(): Promise<void> {
    this.#last = this.#last.then(() => nextTurn());
    return this.#last;
  }
}
