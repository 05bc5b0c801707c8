import type { Problem } from '../../shared/problems.ts';

/** The daemon cannot run here: what is wrong and what to do, for the window and the terminal. */
export class DaemonCannotStart extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, { cause });
    this.name = 'DaemonCannotStart';
    this.problem = problem;
  }
}
