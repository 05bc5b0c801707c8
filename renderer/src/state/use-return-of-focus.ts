import { useEffect, useRef } from 'react';

/** For a pane that opens from somewhere: closing it gives the focus back to there, if it was in the pane. */
export function useReturnOfFocus<Pane extends HTMLElement = HTMLElement>() {
  const pane = useRef<Pane>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const element = pane.current;
    return () => {
      const isLost =
        document.activeElement === document.body || element?.contains(document.activeElement);
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return pane;
}
