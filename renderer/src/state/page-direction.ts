import { useSyncExternalStore } from 'react';

export type PageDirection = 'ltr' | 'rtl';

/** The way that the root of the page is read, and read anew when that changes. */
export function usePageDirection(): PageDirection {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr',
  );
}

/** The arrow keys that lead to what comes next and back again. */
export function arrowsOf(direction: PageDirection): {
  readonly forward: string;
  readonly back: string;
} {
  return direction === 'ltr'
    ? { forward: 'ArrowRight', back: 'ArrowLeft' }
    : { forward: 'ArrowLeft', back: 'ArrowRight' };
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['dir'] });
  return () => observer.disconnect();
}
