import type { Logger } from 'pino';
import type { DispatchEvent } from '../../../shared/dispatch-events.ts';
import { logFailure } from '../log-failure.ts';
import { SpacedRuns } from '../spaced-runs.ts';
import type { EventStore } from '../store/store.ts';

const PAGE_EVENTS = 200;
/** The shortest time between two reads: a burst becomes one message. */
const READ_SPACING_MS = 50;

/** Tells clients what settled, in order and without a gap: the same events as a conductor gets. */
export class DispatchFeed {
  readonly #events: EventStore;
  readonly #publish: (events: DispatchEvent[]) => void;
  readonly #log: Logger;
  #position: number;
  readonly #reads: SpacedRuns;
  #tail: Promise<void> = Promise.resolve();

  private constructor(
    events: EventStore,
    position: number,
    publish: (events: DispatchEvent[]) => void,
    log: Logger,
  ) {
    this.#events = events;
    this.#position = position;
    this.#publish = publish;
    this.#log = log;
    this.#reads = new SpacedRuns(() => this.#readNext(), READ_SPACING_MS);
  }

  /** Starts at the present: a client asks for what was before. */
  static async start(
    events: EventStore,
    publish: (events: DispatchEvent[]) => void,
    log: Logger,
  ): Promise<DispatchFeed> {
    return new DispatchFeed(events, await events.lastPosition(), publish, log);
  }

  /** Something may have settled. */
  changed(): void {
    this.#reads.request();
  }

  stop(): void {
    this.#reads.stop();
  }

  #readNext(): void {
    this.#tail = this.#tail
      .then(() => this.#read())
      .catch((error: unknown) => {
        logFailure(this.#log, error, 'events not read; the next change tries again');
      });
  }

  async #read(): Promise<void> {
    const page = await this.#events.list(this.#position, PAGE_EVENTS);
    if (page.events.length === 0) return;
    this.#position = page.position;
    this.#publish(page.events);
    if (page.more) this.changed();
  }
}
