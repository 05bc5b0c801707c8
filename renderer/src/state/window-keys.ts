import { useEffect } from 'react';
import { useFleet } from './fleet-store.ts';
import { closeTask, openNewTask, showScreen } from './navigation.ts';

export const FILTER_ID = 'board-filter';

/** The keys that work anywhere outside of texts and dialogs: `n` new, `/` filter, Escape closes the details. */
export function useWindowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || useFleet.getState().isStarting) return;
      if (event.key === 'Escape') return closeTask();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key !== 'n' && event.key !== '/') return;
      event.preventDefault();
      if (event.key === 'n') return openNewTask();
      showScreen('board');
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
