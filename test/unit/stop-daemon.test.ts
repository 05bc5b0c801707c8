import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopDaemon } from '../../electron/stop-daemon.ts';

const log = { error: vi.fn() };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('quitting stops the daemon', () => {
  it('after what windows asked for is answered', async () => {
    const order: string[] = [];
    await stopDaemon({
      daemon: { stop: async () => void order.push('stopped') },
      callsAnswered: async () => void order.push('answered'),
      log,
    });
    expect(order).toEqual(['answered', 'stopped']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('while a call goes on that only the stop ends', async () => {
    const stop = vi.fn(async () => {});
    const stopped = stopDaemon({
      daemon: { stop },
      callsAnswered: () => new Promise(() => {}),
      log,
    });
    await vi.runAllTimersAsync();
    await stopped;
    expect(stop).toHaveBeenCalledOnce();
    expect(log.error).not.toHaveBeenCalled();
  });

  it('after a call that failed', async () => {
    const stop = vi.fn(async () => {});
    const callsAnswered = () => Promise.reject(new Error('the page is gone'));
    await stopDaemon({ daemon: { stop }, callsAnswered, log });
    expect(stop).toHaveBeenCalledOnce();
  });

  it('and does not wait forever for one that hangs', async () => {
    const stopped = stopDaemon({
      daemon: { stop: () => new Promise(() => {}) },
      callsAnswered: async () => {},
      log,
    });
    await vi.runAllTimersAsync();
    await stopped;
    expect(log.error).toHaveBeenCalledOnce();
  });
});
