import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useFleet } from './fleet-store.ts';
import { closeDetails, closeReview, openStart, showScreen } from './navigation.ts';

export const FILTER_ID = 'board-filter';

/** The keys that work anywhere outside of texts and dialogs: `n` new, `/` filter, Escape leaves the review, then the details. */
export function useWindowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isStarting, runDialog, reviewedRunId } = useFleet.getState();
      if (event.defaultPrevented || isStarting || runDialog !== null) return;
      if (event.key === 'Escape') return reviewedRunId === null ? closeDetails() : closeReview();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key !== 'n' && event.key !== '/') return;
      event.preventDefault();
      if (event.key === 'n') return openStart();
      // The filter is there only once the board is.
      flushSync(() => showScreen('board'));
      document.getElementById(FILTER_ID)?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type="radio"]), textarea, select')
  );
}
