import { useEffect } from 'react';

/** Leaving the review puts the focus on the run's row, wherever the review was opened from: all of that is new by then. */
export function useFocusOnRow(runId: string): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document
          .querySelector<HTMLElement>(`article[data-run-id="${CSS.escape(runId)}"]`)
          ?.focus({ preventScroll: true });
      });
    },
    [runId],
  );
}
