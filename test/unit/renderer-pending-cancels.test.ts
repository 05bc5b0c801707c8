import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cancelUnlessUndone,
  sendPendingCancels,
  UNDO_MS,
  undoCancel,
  undoLastCancel,
  usePendingCancels,
} from '../../renderer/src/state/pending-cancels.ts';

function pendingIds() {
  return usePendingCancels.getState().pending.map(({ id }) => id);
}

function cancel(id: string) {
  const send = vi.fn(async () => {});
  cancelUnlessUndone({ id, subject: id, verb: 'Cancels', send });
  return send;
}

describe('a cancel with its undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const id of pendingIds()) undoCancel(id);
    vi.useRealTimers();
  });

  it('is sent when its time is over, and not before', () => {
    const send = cancel('a');
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(send).not.toHaveBeenCalled();
    expect(pendingIds()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledOnce();
    expect(pendingIds()).toEqual([]);
  });

  it('sends nothing once it is undone', () => {
    const send = cancel('a');
    expect(undoCancel('a')).toBe(true);
    vi.advanceTimersByTime(10 * UNDO_MS);
    sendPendingCancels();
    expect(send).not.toHaveBeenCalled();
    expect(undoCancel('a')).toBe(false);
  });

  it('has its whole time again when it is asked for after an undo', () => {
    cancel('a');
    vi.advanceTimersByTime(UNDO_MS - 1);
    undoCancel('a');
    const again = cancel('a');
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledOnce();
  });

  it('takes back the youngest first', () => {
    const older = cancel('a');
    const younger = cancel('b');
    expect(undoLastCancel()).toBe(true);
    expect(pendingIds()).toEqual(['a']);
    vi.advanceTimersByTime(UNDO_MS);
    expect(older).toHaveBeenCalledOnce();
    expect(younger).not.toHaveBeenCalled();
    expect(undoLastCancel()).toBe(false);
  });

  it('is sent once however often it is asked for, and at once when the window goes', () => {
    const first = cancel('a');
    const second = cancel('a');
    expect(pendingIds()).toEqual(['a']);
    sendPendingCancels();
    expect(first).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(UNDO_MS);
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
  });
});
