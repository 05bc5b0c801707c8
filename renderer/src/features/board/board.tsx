import { useEffect } from 'react';
import { LANES } from '../../../../shared/lanes.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { FirstRun } from './first-run.tsx';
import { Lane } from './lane.tsx';

export function Board() {
  const isRead = useFleet((fleet) => fleet.isBoardRead);
  const isEmpty = useFleet(
    ({ isBoardRead, board }) => isBoardRead && board.cards.size === 0 && board.runs.size === 0,
  );
  const hasCards = useFleet(({ board }) => board.cards.size > 0 || board.runs.size > 0);
  useOnceShown(hasCards, markFirstCard);
  const isWhole = useFleet((fleet) => fleet.isWhole);
  useOnceShown(isRead && isWhole, markReady);
  return (
    <div className={`lanes min-h-0 flex-1 ${isEmpty ? 'lanes-empty' : ''}`} aria-busy={!isRead}>
      <h1 className="sr-only">Board</h1>
      <div className="lane-columns">
        {LANES.map((lane) => (
          <Lane key={lane} lane={lane} />
        ))}
      </div>
      {isEmpty && <FirstRun />}
    </div>
  );
}

/** For whoever measures the window. */
function markFirstCard(): void {
  performance.mark('first-card');
}

/** Tells whoever drives the window that the board has been read and painted, and everything works. */
function markReady(): void {
  document.documentElement.dataset.ready = 'true';
}

function useOnceShown(isShown: boolean, mark: () => void): void {
  useEffect(() => {
    if (!isShown) return;
    // The board changes within a frame: the next one begins when that has been painted.
    const frame = requestAnimationFrame(mark);
    return () => cancelAnimationFrame(frame);
  }, [isShown, mark]);
}
