import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { useShownKey } from '../../state/keys/key-settings.ts';
import { openStart, showScreen } from '../../state/navigation.ts';
import { goToNextWaiting } from '../triage/stand-on.ts';
import { needsYouCount, workersAtWork } from './counts.ts';
import { BoardFilterField } from './filter-field.tsx';

export function Header() {
  return (
    <header className="board-header shrink-0 border-b border-line">
      <div className="flex h-12 items-center gap-3 pe-3 ps-5">
        <NeedsYou />
        <span
          aria-hidden="true"
          className="board-header-running h-4 w-px shrink-0 bg-line-strong"
        />
        <Running />
        <BoardFilterField />
        <New />
      </div>
    </header>
  );
}

function NeedsYou() {
  const count = useFleet((fleet) => needsYouCount(fleet.board, fleet.filter.projectId));
  const key = useShownKey('next');
  return (
    <button
      type="button"
      onClick={() => (count === 0 ? showScreen('board') : goToNextWaiting())}
      title={count === 0 || key === null ? undefined : `Go to the next one (${key.words})`}
      aria-keyshortcuts={key?.aria}
      className="flex items-center gap-2 rounded-sm whitespace-nowrap"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${count > 0 ? 'bg-awaiting' : 'bg-quiet'}`}
      />
      <span className={count > 0 ? 'font-semibold' : 'text-ink-3'}>
        {count === 0 ? 'Nothing needs you' : `${count} ${count === 1 ? 'needs' : 'need'} you`}
      </span>
    </button>
  );
}

/** The cap holds for each project on its own, so a total over several has no "of". */
function Running() {
  const running = useFleet(
    useShallow((fleet) =>
      workersAtWork(fleet.board, fleet.filter.projectId, fleet.catalog?.daemon.owner ?? null),
    ),
  );
  const cap = useFleet((fleet) => fleet.catalog?.limits.maxConcurrentWorkers ?? null);
  return (
    <p
      className="board-header-running min-w-0 truncate text-ink-3"
      title="Workers at work now, and how many may be, per project. Those that are held or wait for an answer do not count."
    >
      <span className={running.workers > 0 ? 'text-ink-2' : ''}>
        {running.projects > 1 || cap === null
          ? `${running.workers} running`
          : `${running.workers} of ${cap} running`}
      </span>
      {running.projects > 1 && cap !== null && `, at most ${cap} per project`}
    </p>
  );
}

function New() {
  const key = useShownKey('new-task');
  return (
    <Button
      look="primary"
      className="h-7 pe-2.5 ps-2"
      onClick={openStart}
      title={key === null ? 'New task or run' : `New task or run (${key.words})`}
      aria-keyshortcuts={key?.aria}
    >
      <Icon name="plus" className="size-3.5" />
      New
    </Button>
  );
}
