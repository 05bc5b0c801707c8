import { useEffect } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { Shown } from '../../../../shared/shown.ts';
import { watchShown } from '../../api/daemon.ts';
import { useFleet } from '../../state/fleet-store.ts';
import { closeOverlay, filterBoard, openRun, openTask } from '../../state/navigation.ts';
import { goToNextWaiting, standOn } from './stand-on.ts';

/** Shows what the window is asked for from outside, once there is a board to show it on. */
export function useShown(): void {
  const isRead = useFleet((fleet) => fleet.isBoardRead);
  useEffect(() => (isRead ? watchShown(show) : undefined), [isRead]);
}

function show(shown: Shown) {
  closeOverlay();
  switch (shown.what) {
    case 'task':
      openTask(shown.id);
      return standOn(shown.id);
    case 'run':
      openRun(shown.id);
      return standOn(shown.id);
    case 'queue':
      filterBoard({ text: '', projectId: null });
      return goToNextWaiting();
    default:
      return assertNever(shown);
  }
}
