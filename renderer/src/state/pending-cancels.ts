import { create } from 'zustand';
import { announce } from './announcements.ts';

/** How long a cancel can be taken back before it is done. */
export const UNDO_MS = 5_000;

export interface CancelToSend {
  /** Of the task or the run. */
  readonly id: string;
  readonly subject: string;
  readonly verb: 'Cancels' | 'Stops';
  /** Says itself what came of it. */
  readonly send: () => Promise<void>;
}

export interface PendingCancel extends CancelToSend {
  /** When it is sent, in Unix milliseconds. */
  readonly dueAt: number;
}

/** Cancels that nobody has been told of yet, oldest first. */
export const usePendingCancels = create<{ readonly pending: readonly PendingCancel[] }>()(() => ({
  pending: [],
}));

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Sends after UNDO_MS, once for each id however often it is asked for. */
export function cancelUnlessUndone(cancel: CancelToSend): void {
  if (timers.has(cancel.id)) return;
  timers.set(
    cancel.id,
    setTimeout(() => void sendNow(cancel.id), UNDO_MS),
  );
  announce(`${cancel.verb} in ${UNDO_MS / 1_000} seconds unless it is undone.`, cancel.subject);
  usePendingCancels.setState(({ pending }) => ({
    pending: [...pending, { ...cancel, dueAt: Date.now() + UNDO_MS }],
  }));
}

/** Nothing is sent. False: there was nothing left to undo. */
export function undoCancel(id: string): boolean {
  const undone = take(id);
  if (undone !== undefined) announce('Undone: it goes on.', undone.subject);
  return undone !== undefined;
}

/** Takes back the youngest of those that wait. */
export function undoLastCancel(): boolean {
  const last = usePendingCancels.getState().pending.at(-1);
  return last !== undefined && undoCancel(last.id);
}

/** For a window that goes: what a person has cancelled is cancelled. */
export function sendPendingCancels(): void {
  for (const { id } of usePendingCancels.getState().pending) void sendNow(id);
}

async function sendNow(id: string): Promise<void> {
  await take(id)?.send();
}

function take(id: string): PendingCancel | undefined {
  clearTimeout(timers.get(id));
  timers.delete(id);
  const { pending } = usePendingCancels.getState();
  usePendingCancels.setState({ pending: pending.filter((each) => each.id !== id) });
  return pending.find((each) => each.id === id);
}
