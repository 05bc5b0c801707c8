import type { Card, SessionCard } from '../../shared/board.ts';
import type { DispatchEvent } from '../../shared/dispatch-events.ts';
import type { RunCard } from '../../shared/runs.ts';
import type { Call } from './daemon-calls.ts';

const PAGE_EVENTS = 500;
/** Beyond the end of any feed: the answer says where the end is. */
const BEYOND_THE_END = Number.MAX_SAFE_INTEGER;

export interface FeedTaker {
  cards(cards: readonly Card[]): Promise<void>;
  sessions(sessions: readonly SessionCard[]): void;
  runs(runs: readonly RunCard[]): Promise<void>;
  settled(events: readonly DispatchEvent[]): Promise<void>;
}

/** Reads the board and the dispatch events on from where it was, one read at a time. */
export class FeedReader {
  readonly #call: Call;
  readonly #taker: FeedTaker;
  #revision: number;
  #position: number;
  #reading: Promise<void> | null = null;
  #isStale = false;

  private constructor(call: Call, taker: FeedTaker, revision: number, position: number) {
    this.#call = call;
    this.#taker = taker;
    this.#revision = revision;
    this.#position = position;
  }

  static async atTheEnd(call: Call, taker: FeedTaker): Promise<FeedReader> {
    const [board, events] = await Promise.all([
      call('board.changes', { since: BEYOND_THE_END }),
      call('events.list', { since: BEYOND_THE_END, limit: 1 }),
    ]);
    return new FeedReader(call, taker, board.revision, events.position);
  }

  /** Resolves when everything that there was at the time of asking has been taken. */
  read(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readWhileStale().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Resolves when no reading is under way, however it ended. */
  async idle(): Promise<void> {
    await this.#reading?.catch(() => {});
  }

  async #readWhileStale(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      // Read before the board and told after it: what settled has then been seen to settle.
      for (let more = true; more; ) {
        const page = await this.#call('events.list', {
          since: this.#position,
          limit: PAGE_EVENTS,
        });
        await this.#readBoard();
        await this.#taker.settled(page.events);
        this.#position = page.position;
        more = page.more;
      }
    }
  }

  async #readBoard(): Promise<void> {
    for (let more = true; more; ) {
      const delta = await this.#call('board.changes', { since: this.#revision });
      this.#taker.sessions(delta.sessions);
      await this.#taker.cards(delta.cards);
      await this.#taker.runs(delta.runs);
      // Taken even if it is lower: then it is another database, and its present is where to go on.
      this.#revision = delta.revision;
      more = delta.more;
    }
  }
}
