import { flushSync } from 'react-dom';
import { attentionQueue, nextWaiting, type WaitRank } from '../../../../shared/attention-queue.ts';
import { LANES } from '../../../../shared/lanes.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { filterBoard, openRun, openTask, showScreen } from '../../state/navigation.ts';
import { hint } from '../../state/notices.ts';

/** Where the queue was last: who skips something comes back to it only after the others. */
let last: WaitRank | null = null;

/** Goes to what needs a person and is not filtered out, the one that blocks longest first. */
export function goToNextWaiting() {
  const { board, lanes } = useFleet.getState();
  const everything = attentionQueue({ cards: board.cards.values(), runs: board.runs.values() });
  const shown = new Set(lanes['Needs you']);
  const next = nextWaiting(
    everything.filter(({ id }) => shown.has(id)),
    last,
  );
  if (next === null) return sayNothingWaits(everything.length);
  last = next;
  standOn(next.id);
}

/** Shows the board with the keyboard on a card or a run; open details follow. */
export function standOn(id: string): void {
  const { board, openTaskId, openRunId } = useFleet.getState();
  const hasDetails = openTaskId !== null || openRunId !== null;
  // The card is there only once the board is.
  flushSync(() => {
    showScreen('board');
    if (!hasDetails) return;
    if (board.runs.has(id)) openRun(id);
    else openTask(id);
  });
  focusOn(id);
}

/** From card to card, down one lane and on with the next. */
export function step(by: 1 | -1): void {
  const { lanes } = useFleet.getState();
  const ids = LANES.flatMap((lane) => lanes[lane]);
  const { taskId, runId } =
    document.activeElement?.closest<HTMLElement>('article.card')?.dataset ?? {};
  const index = ids.indexOf(taskId ?? runId ?? '');
  const id = index === -1 ? ids[0] : ids[index + by];
  if (id !== undefined) focusOn(id);
}

/** What is far from view exists only once it is stood on. */
function focusOn(id: string): void {
  flushSync(() => useFleet.setState({ stoodOn: id }));
  const name = CSS.escape(id);
  const card = document.querySelector<HTMLElement>(
    `article.card:is([data-task-id="${name}"], [data-run-id="${name}"])`,
  );
  card?.focus();
  card?.scrollIntoView({ block: 'nearest' });
}

function sayNothingWaits(outsideOfFilter: number) {
  if (outsideOfFilter === 0) return hint('Needs you', 'Nothing needs you at the moment.');
  hint(
    'Needs you',
    `Nothing here needs you. ${outsideOfFilter} ${outsideOfFilter === 1 ? 'waits' : 'wait'} outside the filter.`,
    {
      label: 'Show all',
      act: async () => {
        filterBoard({ text: '', projectId: null });
        goToNextWaiting();
      },
    },
  );
}
