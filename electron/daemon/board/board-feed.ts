import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BoardDelta } from '../../../shared/board-delta.ts';
import { logFailure } from '../log-failure.ts';
import { SpacedRuns } from '../spaced-runs.ts';
import type { BoardStore } from '../store/store.ts';

/** One page: small enough that a client takes it within a frame, and that timers of the daemon do not wait long for it. */
const PAGE_ROWS = 100;
/** The shortest time between two reads: a burst becomes one message. */
const READ_SPACING_MS = 10;

/** Tells clients what changed on the board, in order and without a gap, whoever wrote it. */
export class BoardFeed {
  readonly #board: BoardStore;
  readonly #publish: (delta: BoardDelta) => void;
  readonly #log: Logger;
  #revision: number;
  readonly #reads: SpacedRuns;
  #reading = false;
  #readAgain = false;

  private constructor(
    board: BoardStore,
    revision: number,
    publish: (delta: BoardDelta) => void,
    log: Logger,
  ) {
    this.#board = board;
    this.#revision = revision;
    this.#publish = publish;
    this.#log = log;
    this.#reads = new SpacedRuns(() => void this.#read(), READ_SPACING_MS);
  }

  /** Starts at the present: a client asks for what was before. */
  static async start(
    board: BoardStore,
    publish: (delta: BoardDelta) => void,
    log: Logger,
  ): Promise<BoardFeed> {
    return new BoardFeed(board, await board.currentRevision(), publish, log);
  }

  /**
   * Something was committed. After a pause it is told before anything else is done: what follows from a
   * new task, such as starting its process, keeps this thread busy for longer than a person should wait for the card.
   */
  changed(): void {
    this.#reads.request();
  }

  stop(): void {
    this.#reads.stop();
  }

  async #read(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    this.#reading = true;
    try {
      do {
        this.#readAgain = false;
        const delta = await this.#board.changesSince(this.#revision, PAGE_ROWS);
        if (delta.revision > this.#revision) {
          this.#revision = delta.revision;
          this.#publish(delta);
        }
        this.#readAgain ||= delta.more;
        // Timers and input must get their turn however much has changed.
        if (this.#readAgain) await nextTurn();
      } while (this.#readAgain);
    } catch (error) {
      logFailure(this.#log, error, 'board changes not read; the next change tries again');
    } finally {
      this.#reading = false;
    }
  }
}
