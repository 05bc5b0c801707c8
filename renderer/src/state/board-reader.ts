import type { BoardDelta } from '../../../shared/board-delta.ts';
import type { CallResult } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problems.ts';

const RETRY_AFTER_MS = 1_000;

export interface BoardReaderOptions {
  readonly read: (since: number) => Promise<CallResult<'board.changes'>>;
  /** Asked for the first rows: all of them, or what a person should see before a large board has been read. */
  readonly readFirst: () => Promise<CallResult<'board.first'>>;
  /** Gets every change once and in order. */
  readonly take: (delta: BoardDelta) => void;
  /** Resolves once what was taken is painted. The rest of a large board waits for its top. */
  readonly painted: () => Promise<void>;
  /** Everything that existed at the time of asking has been taken. */
  readonly caughtUp: () => void;
  readonly failed: (problem: Problem) => void;
}

/**
 * Turns a snapshot, its further pages and whatever is pushed meanwhile into one gapless sequence.
 * A push that does not follow on what is here is not applied: the changes since then are asked for instead.
 */
export class BoardReader {
  readonly #options: BoardReaderOptions;
  #revision = 0;
  #isFirst = true;
  #reading = false;
  #pushedMeanwhile: BoardDelta[] = [];

  constructor(options: BoardReaderOptions) {
    this.#options = options;
  }

  receive(delta: BoardDelta): void {
    if (this.#reading) this.#pushedMeanwhile.push(delta);
    else if (!this.#follows(delta)) void this.catchUp();
  }

  /** Reads on from what is here until nothing is missing. Tries again by itself when the daemon cannot be read. */
  async catchUp(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const problem = await this.#readToTheEnd();
    this.#reading = false;
    if (problem === null) {
      this.#options.caughtUp();
      return;
    }
    this.#options.failed(problem);
    setTimeout(() => void this.catchUp(), RETRY_AFTER_MS);
  }

  async #readToTheEnd(): Promise<Problem | null> {
    let complete = false;
    while (!complete) {
      const isFirst = this.#isFirst;
      const answer = await (isFirst
        ? this.#options.readFirst()
        : this.#options.read(this.#revision));
      if (!answer.ok) return answer.problem;
      this.#isFirst = false;
      this.#take(answer.value);
      if (isFirst && answer.value.more) await this.#options.painted();
      if (answer.value.more) continue;
      const pushed = this.#pushedMeanwhile;
      this.#pushedMeanwhile = [];
      complete = pushed.every((delta) => this.#follows(delta));
    }
    return null;
  }

  /** Takes what follows on what is here. False: there is a gap, or more to read. */
  #follows(delta: BoardDelta): boolean {
    if (delta.revision <= this.#revision) return true;
    if (delta.since > this.#revision) return false;
    this.#take(delta);
    return !delta.more;
  }

  #take(delta: BoardDelta): void {
    this.#revision = Math.max(this.#revision, delta.revision);
    this.#options.take(delta);
  }
}
