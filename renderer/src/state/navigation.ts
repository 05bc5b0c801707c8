import type { StartInput } from '../../../shared/contract.ts';
import {
  type Fleet,
  type RunDialog,
  type Screen,
  type StartKind,
  useFleet,
} from './fleet-store.ts';
import { type BoardFilter, orderLanes } from './lane-order.ts';

export function showScreen(screen: Screen): void {
  useFleet.setState({ screen, reviewedRunId: null });
}

export function openTask(taskId: string): void {
  useFleet.setState({ openTaskId: taskId, openRunId: null });
}

export function openRun(runId: string): void {
  useFleet.setState({ openRunId: runId, openTaskId: null });
}

export function closeDetails(): void {
  useFleet.setState({ openTaskId: null, openRunId: null });
}

export function openReview(runId: string): void {
  useFleet.setState({ reviewedRunId: runId });
}

export function closeReview(): void {
  useFleet.setState({ reviewedRunId: null });
}

export function openRunDialog(kind: RunDialog['kind'], runId: string): void {
  useFleet.setState({ runDialog: { kind, runId } });
}

export function closeRunDialog(): void {
  useFleet.setState({ runDialog: null });
}

export function filterBoard(change: Partial<BoardFilter>): void {
  useFleet.setState(({ filter, board, lanes }) => {
    const next = { ...filter, ...change };
    return { filter: next, lanes: orderLanes(board, next, lanes) };
  });
}

/** Opens the dialog with what was typed before. */
export function openStart(): void {
  useFleet.setState({ isStarting: true });
}

/** Opens the dialog for a task that is described already. */
export function openNewTask(prefill: Partial<StartInput>): void {
  useFleet.setState(({ draft }) => ({
    isStarting: true,
    startKind: 'task',
    draft: { ...draft, ...prefill },
  }));
}

export function chooseStart(startKind: StartKind): void {
  useFleet.setState({ startKind });
}

export function closeStart(): void {
  useFleet.setState({ isStarting: false });
}

export function showOverlay(overlay: NonNullable<Fleet['overlay']>): void {
  useFleet.setState({ overlay });
}

export function closeOverlay(): void {
  useFleet.setState({ overlay: null });
}
