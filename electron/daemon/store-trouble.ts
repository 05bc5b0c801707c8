import type { Problem } from '../../shared/problems.ts';
import type { Committed } from './store/connection.ts';
import { StoreUnavailable } from './store/store-unavailable.ts';

/**
 * What is wrong with the database at the moment. An episode lasts from the first access that failed until something is
 * written again, and is told once at its beginning and once at its end, however often it is met in between.
 *
 * A damaged file stays so until the next start: that other parts of it can still be written says nothing.
 */
export class StoreTrouble {
  readonly #changed: (problem: Problem | null) => void;
  #current: Problem | null = null;

  constructor(changed: (problem: Problem | null) => void) {
    this.#changed = changed;
  }

  current(): Problem | null {
    return this.#current;
  }

  /** An access to the store failed. What is not the world's doing is no trouble of the database. */
  failed(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) return;
    const { problem } = error;
    if (this.#isDamaged() || problem.code === this.#current?.code) return;
    this.#current = problem;
    this.#changed(problem);
  }

  /** A change was committed. While the disk refuses what was committed before, that ends nothing. */
  committed({ refused }: Pick<Committed, 'refused'>): void {
    if (refused || this.#current === null || this.#isDamaged()) return;
    this.#current = null;
    this.#changed(null);
  }

  #isDamaged(): boolean {
    return this.#current?.code === 'database_corrupt';
  }
}
