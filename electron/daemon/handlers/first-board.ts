import type { BoardDelta } from '../../../shared/board-delta.ts';
import type { TaskStatus } from '../../../shared/tasks.ts';
import type { Store } from '../store/store.ts';

/** A board of so many rows is on its page as soon as a part of it would be. */
const MOST_ROWS_AT_ONCE = 250;
/** More than the lanes show at once. */
const TOP_ROWS = 100;

const OPEN: readonly TaskStatus[] = ['queued', 'claimed', 'running', 'held'];

/**
 * What a page shows first: the whole board, or of a large one what stands at the top of the lanes, which are the newest of
 * the open and of all tasks and runs. The latter says `more` and has the revision 0, because nothing was read to its end.
 */
export async function readFirstBoard({
  board,
  runs,
}: Pick<Store, 'board' | 'runs'>): Promise<BoardDelta> {
  const whole = await board.changesSince(0, MOST_ROWS_AT_ONCE);
  if (!whole.more) return whole;
  const [open, newest, newestRuns] = await Promise.all([
    board.list({ statuses: [...OPEN], limit: TOP_ROWS }),
    board.list({ limit: TOP_ROWS }),
    runs.list({ limit: TOP_ROWS }),
  ]);
  const cards = new Map([...newest.tasks, ...open.tasks].map((card) => [card.id, card]));
  return {
    since: 0,
    revision: 0,
    cards: [...cards.values()],
    sessions: [],
    runs: [...newestRuns.runs],
    more: true,
  };
}
