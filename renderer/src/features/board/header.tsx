import { useShallow } from 'zustand/react/shallow';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { filterBoard, openStart, showScreen } from '../../state/navigation.ts';
import { FILTER_ID } from '../../state/window-keys.ts';
import { needsYouCount, workersAtWork } from './counts.ts';

export function Header() {
  return (
    <header className="board-header shrink-0 border-b border-line">
      <div className="flex h-12 items-center gap-3 pr-3 pl-5">
        <NeedsYou />
        <span
          aria-hidden="true"
          className="board-header-running h-4 w-px shrink-0 bg-line-strong"
        />
        <Running />
        <Filter />
        <Button
          look="primary"
          className="h-7 pr-2.5 pl-2"
          onClick={openStart}
          title="New task or run (N)"
        >
          <Icon name="plus" className="size-3.5" />
          New
        </Button>
      </div>
    </header>
  );
}

function NeedsYou() {
  const count = useFleet((fleet) => needsYouCount(fleet.board, fleet.filter.projectId));
  return (
    <button
      type="button"
      onClick={() => showScreen('board')}
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

function Filter() {
  const text = useFleet((fleet) => fleet.filter.text);
  return (
    <label className="relative ml-auto flex w-52 min-w-16 items-center">
      <span className="sr-only">Filter</span>
      <Icon name="search" className="absolute left-2 size-3.5 text-ink-3" />
      <input
        id={FILTER_ID}
        type="search"
        value={text}
        placeholder="Filter"
        onChange={(event) => {
          showScreen('board');
          filterBoard({ text: event.target.value });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          filterBoard({ text: '' });
          event.currentTarget.blur();
        }}
        className="h-7 w-full min-w-0 rounded-md bg-hover pr-7 pl-7 hover:bg-line focus:bg-ground [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' && (
        <span
          aria-hidden="true"
          className="absolute right-2 font-sans text-2xs text-ink-3 max-[799px]:hidden"
        >
          /
        </span>
      )}
      {text !== '' && (
        <button
          type="button"
          aria-label="Clear filter"
          className="absolute right-1 inline-flex size-5 items-center justify-center rounded-sm text-ink-3 hover:text-ink"
          onClick={() => filterBoard({ text: '' })}
        >
          <Icon name="close" className="size-3.5" />
        </button>
      )}
    </label>
  );
}
