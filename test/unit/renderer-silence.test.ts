import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ASK_EVERY_MS,
  GIVE_UP_MS,
  SILENCE_MS,
  SilenceWatch,
} from '../../renderer/src/api/silence-watch.ts';

describe('the watch over a connection', () => {
  const told = { ask: vi.fn(), silent: vi.fn(), heardAgain: vi.fn(), gaveUp: vi.fn() };
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
    for (let offset = 0; offset < ASK_EVERY_MS; offset += 10) {
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

  it('asks for a sign of life at once and again and again, and is content with each answer', () => {
    told.ask.mockImplementation(() => setTimeout(() => watch.heard(), ASK_EVERY_MS / 2));
    vi.advanceTimersByTime(60_000);
    expect(told.ask).toHaveBeenCalledTimes(1 + 60_000 / ASK_EVERY_MS);
    expect(told.silent).not.toHaveBeenCalled();
  });

  it('takes it back when something is heard again, and gives up after a while', () => {
    vi.advanceTimersByTime(SILENCE_MS);
    expect(told.silent).toHaveBeenCalledOnce();
    watch.heard();
    expect(told.heardAgain).toHaveBeenCalledOnce();
    watch.heard();
    expect(told.heardAgain).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(GIVE_UP_MS - ASK_EVERY_MS);
    expect(told.silent).toHaveBeenCalledTimes(2);
    expect(told.gaveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * ASK_EVERY_MS);
    expect(told.gaveUp).toHaveBeenCalled();
  });

  it('does not take it for silence that the page itself stood still', () => {
    vi.advanceTimersByTime(ASK_EVERY_MS);
    watch.heard();
    // Timers that come late, as they do while something else runs: the clock goes on, and nothing is called.
    vi.setSystemTime(Date.now() + 60_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    vi.advanceTimersByTime(ASK_EVERY_MS);
    expect(told.silent).not.toHaveBeenCalled();
    expect(told.gaveUp).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('neither asks nor tells once it was stopped', () => {
    watch.stop();
    vi.advanceTimersByTime(GIVE_UP_MS);
    expect(told.ask).toHaveBeenCalledOnce();
    expect(told.silent).not.toHaveBeenCalled();
    watch.start();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(told.silent).not.toHaveBeenCalled();
  });
});
