import type { Push } from '../../shared/contract.ts';

/** About one frame: what is sent more often than it is painted only costs. */
const GATHER_MS = 16;

/** Gathers what the daemon says into one message per frame, in order. The first one after a pause goes at once. */
export class PushBatch {
  readonly #send: (pushes: Push[]) => void;
  #waiting: Push[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: (pushes: Push[]) => void) {
    this.#send = send;
  }

  add(push: Push): void {
    this.#waiting.push(push);
    if (this.#timer !== null) return;
    const waitMs = this.#sentAt + GATHER_MS - performance.now();
    if (waitMs <= 0) this.#flush();
    else this.#timer = setTimeout(() => this.#flush(), waitMs);
  }

  #flush(): void {
    const pushes = this.#waiting;
    this.#waiting = [];
    this.#timer = null;
    this.#sentAt = performance.now();
    this.#send(pushes);
  }
}
