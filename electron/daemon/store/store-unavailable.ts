import type { Problem } from '../../../shared/problems.ts';

/**
 * The database cannot be read or written at the moment. Nothing was changed, and the same may well succeed later: the
 * disk gets room, the lock is released, the file is restored.
 */
export class StoreUnavailable extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, { cause });
    this.name = 'StoreUnavailable';
    this.problem = problem;
  }
}
