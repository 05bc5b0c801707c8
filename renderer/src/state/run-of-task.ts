import type { RunCard } from '../../../shared/runs.ts';
import type { Board } from './board.ts';

/**
 * Returns what finds the run that a task is an attempt of, as far as the board knows. All runs are looked through only
 * until it is found, and only when some have changed: an attempt never goes to another run.
 */
export function runFinder(taskId: string): (board: Pick<Board, 'runs'>) => RunCard | undefined {
  let seen: Board['runs'] | null = null;
  let runId: string | null = null;
  return ({ runs }) => {
    if (runId === null && runs !== seen) {
      seen = runs;
      runId = idOfRun(runs, taskId);
    }
    return runId === null ? undefined : runs.get(runId);
  };
}

function idOfRun(runs: Board['runs'], taskId: string): string | null {
  for (const { id, attempts } of runs.values()) {
    if (attempts.some((attempt) => attempt.taskId === taskId)) return id;
  }
  return null;
}
