import { useEffect, useRef } from 'react';
import { useFleet } from '../../state/fleet-store.ts';

/** The card that the keyboard stands on, across its moves from lane to lane. */
let focusedTaskId: string | null = null;

/** A card that changes its lane is a new element; the focus goes with it instead of being lost. */
export function useKeptFocus(taskId: string) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusedTaskId === taskId && document.activeElement === document.body) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [taskId]);
  return {
    ref,
    onFocus: () => {
      focusedTaskId = taskId;
      useFleet.setState({ stoodOn: taskId });
    },
    onBlur: () => {
      // Removing an element blurs it as well, and that is the case to survive.
      if (ref.current?.isConnected === true) focusedTaskId = null;
    },
  };
}
