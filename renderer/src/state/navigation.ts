import type { StartInput } from '../../../shared/contract.ts';
import { type Screen, useFleet } from './fleet-store.ts';
import { type BoardFilter, orderLanes } from './lane-order.ts';

export function showScreen(screen: Screen): void {
  useFleet.setState({ screen });
}

export function openTask(taskId: string): void {
  useFleet.setState({ openTaskId: taskId });
}

export function closeTask(): void {
  useFleet.setState({ openTaskId: null });
}

export function filterBoard(change: Partial<BoardFilter>): void {
  useFleet.setState(({ filter, board, lanes }) => {
    const next = { ...filter, ...change };
    return { filter: next, lanes: orderLanes(board.cards.values(), next, lanes) };
  });
}

/** Opens the dialog with what was typed before, or with what is given. */
export function openNewTask(prefill: Partial<StartInput> = {}): void {
  useFleet.setState(({ draft }) => ({ isStarting: true, draft: { ...draft, ...prefill } }));
}

export function closeNewTask(): void {
  useFleet.setState({ isStarting: false });
}
