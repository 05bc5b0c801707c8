import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PushBatch } from '../../electron/daemon/api/push-batch.ts';
import type { Push } from '../../shared/contract.ts';
import { activityOf } from '../helpers/board-rows.ts';

describe('pushes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('after a pause cross at once, and the rest of the frame together and in order', () => {
    const sent: (readonly Push[])[] = [];
    const batch = new PushBatch((pushes) => sent.push(pushes));
    const pushes: Push[] = [1, 2, 3].map((next) => ({
      event: 'activity',
      activities: [activityOf('session', next)],
    }));
    for (const push of pushes) batch.add(push);
    expect(sent).toEqual([pushes.slice(0, 1)]);
    vi.advanceTimersByTime(16);
    expect(sent).toEqual([pushes.slice(0, 1), pushes.slice(1)]);
  });

  it('that come later are sent later, and nothing is sent when there is nothing', () => {
    const sent: (readonly Push[])[] = [];
    const batch = new PushBatch((pushes) => sent.push(pushes));
    batch.add({ event: 'catalog' });
    vi.advanceTimersByTime(1_000);
    batch.add({ event: 'catalog' });
    vi.advanceTimersByTime(1_000);
    expect(sent).toEqual([[{ event: 'catalog' }], [{ event: 'catalog' }]]);
  });
});
