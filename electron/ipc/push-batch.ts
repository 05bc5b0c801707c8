import type { Push } from '../../shared/contract.ts';

/** About one frame: what is sent more often than it is painted only costs. */
const GATHER_MS = 16;

/** Gathers what the daemon says into one message per frame, in order. */
export class PushBatch {
  readonly #send: (pushes: Push[]) => void;
  #waiting: Push[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(send: (pushes: Push[]) => void) {
    this.#send = send;
  }

  add(push: Push): void {
    this.#waiting.push(push);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  #flush(): void {
    const pushes = this.#waiting;
    this.#waiting = [];
    this.#timer = null;
    this.#send(pushes);
  }
}
