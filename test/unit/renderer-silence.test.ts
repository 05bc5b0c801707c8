import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  GIVE_UP_MS,
  LOOK_EVERY_MS,
  SILENCE_MS,
  SilenceWatch,
} from '../../renderer/src/api/silence-watch.ts';
import { SIGN_OF_LIFE_EVERY_MS } from '../../shared/sign-of-life.ts';

describe('the watch over a connection', () => {
  const told = { want: vi.fn(), silent: vi.fn(), heardAgain: vi.fn(), gaveUp: vi.fn() };
  let watch: SilenceWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    for (const each of Object.values(told)) each.mockReset();
    watch = new SilenceWatch(told);
    watch.start();
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });

  it('says within a second of the last word that nothing comes, whenever that word came', () => {
    for (let offset = 0; offset < LOOK_EVERY_MS; offset += 10) {
      const silent = vi.fn();
      const other = new SilenceWatch({ ...told, silent });
      other.start();
      vi.advanceTimersByTime(offset);
      other.heard();
      const heardAt = performance.now();
      while (silent.mock.calls.length === 0) vi.advanceTimersByTime(1);
      const silence = performance.now() - heardAt;
      expect(silence).toBeGreaterThanOrEqual(SILENCE_MS);
      expect(silence).toBeLessThan(1_000);
      other.stop();
    }
  });

  it('wants signs of life once, is content with each, and leaves a busy daemon half a second for the next', () => {
    const heard = setInterval(() => watch.heard(), SIGN_OF_LIFE_EVERY_MS);
    vi.advanceTimersByTime(60_000);
    clearInterval(heard);
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(told.silent).not.toHaveBeenCalled();
    expect(told.want.mock.calls).toEqual([[true]]);
    expect(SILENCE_MS - SIGN_OF_LIFE_EVERY_MS).toBeGreaterThanOrEqual(500);
  });

  it('takes it back when something is heard again, and gives up after a while', () => {
    vi.advanceTimersByTime(SILENCE_MS);
    expect(told.silent).toHaveBeenCalledOnce();
    watch.heard();
    expect(told.heardAgain).toHaveBeenCalledOnce();
    watch.heard();
    expect(told.heardAgain).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(GIVE_UP_MS - LOOK_EVERY_MS);
    expect(told.silent).toHaveBeenCalledTimes(2);
    expect(told.gaveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * LOOK_EVERY_MS);
    expect(told.gaveUp).toHaveBeenCalled();
  });

  it('does not take it for silence that the page itself stood still', () => {
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    watch.heard();
    // Timers that come late, as they do while something else runs: the clock goes on, and nothing is called.
    vi.setSystemTime(Date.now() + 60_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    vi.advanceTimersByTime(LOOK_EVERY_MS);
    expect(told.silent).not.toHaveBeenCalled();
    expect(told.gaveUp).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('neither wants nor tells anything once it was stopped', () => {
    watch.stop();
    vi.advanceTimersByTime(GIVE_UP_MS);
    expect(told.want.mock.calls).toEqual([[true], [false]]);
    watch.stop();
    expect(told.want).toHaveBeenCalledTimes(2);
    expect(told.silent).not.toHaveBeenCalled();
    watch.start();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(told.silent).not.toHaveBeenCalled();
  });
});
