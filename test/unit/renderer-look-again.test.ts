import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookAgain } from '../../renderer/src/features/details/look-again.ts';

let isVisible: boolean;
let changed: () => void;
let looks: (() => void)[];
let stop: () => void;

/** Answers the look that is under way. */
async function answer(): Promise<void> {
  looks.at(-1)?.();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  isVisible = true;
  looks = [];
  stop = lookAgain({
    look: () => new Promise((resolve) => looks.push(resolve)),
    everyMs: 2_000,
    isVisible: () => isVisible,
    watchVisibility(listener) {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('looking again and again', () => {
  it('waits after each answer, and never asks twice at once', async () => {
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    changed();
    expect(looks).toHaveLength(1);
    await answer();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks).toHaveLength(2);
  });

  it('rests while the window cannot be seen, and looks at once when it can', async () => {
    isVisible = false;
    changed();
    await answer();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toHaveLength(1);
    isVisible = true;
    changed();
    expect(looks).toHaveLength(2);
  });

  it('ends when it is told to, also in the middle of a look', async () => {
    stop();
    await answer();
    await vi.advanceTimersByTimeAsync(60_000);
    changed();
    expect(looks).toHaveLength(1);
  });
});
