import type { BoardDelta } from '../../../shared/board-delta.ts';
import { call } from '../api/daemon.ts';

/** More than the lanes show at once. */
const ROWS = 100;

/** The newest of the open and of all tasks and runs: what stands at the top of the lanes. Null when it cannot be read. */
export async function readTopOfBoard(): Promise<BoardDelta | null> {
  const [open, newest, runs] = await Promise.all([
    call('task.list', { statuses: ['queued', 'claimed', 'running', 'held'], limit: ROWS }),
    call('task.list', { limit: ROWS }),
    call('run.list', { limit: ROWS }),
  ]);
  if (!open.ok || !newest.ok || !runs.ok) return null;
  return {
    // Nothing was read to its end yet.
    since: 0,
    revision: 0,
    cards: [...newest.value.tasks, ...open.value.tasks],
    sessions: [],
    runs: [...runs.value.runs],
    more: true,
  };
}
