import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { lazyPart } from '../../renderer/src/state/lazy-part.ts';

const A_LONG_TIME_MS = 60_000;

describe('a part of the program that is read late', () => {
  const read = vi.fn<() => Promise<string>>();
  beforeEach(() => {
    vi.useFakeTimers();
    read.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
    useFleet.setState({ isConnected: true });
  });

  it('is read once for everybody', async () => {
    read.mockResolvedValue('the part');
    const part = lazyPart(read);
    expect(await Promise.all([part(), part()])).toEqual(['the part', 'the part']);
    expect(await part()).toBe('the part');
    expect(read).toHaveBeenCalledOnce();
  });

  it('waits while the connection is lost, and is read when it is there again', async () => {
    useFleet.setState({ isConnected: false });
    read.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    read.mockResolvedValue('the part');
    const reading = lazyPart(read)();
    await vi.advanceTimersByTimeAsync(A_LONG_TIME_MS);
    expect(read).toHaveBeenCalledOnce();
    useFleet.setState({ isConnected: true });
    expect(await reading).toBe('the part');
  });

  it('is not waited for where it is there already', async () => {
    useFleet.setState({ isConnected: false });
    read.mockResolvedValue('the part');
    expect(await lazyPart(read)()).toBe('the part');
  });

  it('says to load the page again when the daemon is there and has no such part', async () => {
    read.mockRejectedValue(new TypeError('Failed to fetch'));
    const part = lazyPart(read);
    const refused = expect(part()).rejects.toThrow(/Load the page again.*\(Failed to fetch\)/);
    await vi.advanceTimersByTimeAsync(A_LONG_TIME_MS);
    await refused;
    const tries = read.mock.calls.length;
    expect(tries).toBeGreaterThan(1);
    // Whoever asks later is not refused for what was tried before.
    read.mockResolvedValue('the part');
    expect(await part()).toBe('the part');
  });
});
