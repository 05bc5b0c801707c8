import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFleet } from '../../renderer/src/state/fleet-store.ts';
import { onceWorthDrawing } from '../../renderer/src/state/once-worth-drawing.ts';

beforeEach(() => {
  vi.useFakeTimers();
  useFleet.setState({ startup: { state: 'starting' } });
});
afterEach(() => vi.useRealTimers());

it('draws a board as soon as there is one, once', () => {
  const draw = vi.fn();
  onceWorthDrawing(draw);
  useFleet.setState({ isConnected: true });
  expect(draw).not.toHaveBeenCalled();
  useFleet.setState({ startup: { state: 'ready' } });
  expect(draw).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  useFleet.setState({ startup: { state: 'starting' } });
  useFleet.setState({ startup: { state: 'ready' } });
  expect(draw).toHaveBeenCalledTimes(1);
});

it('says that the daemon starts where that takes longer', () => {
  const draw = vi.fn();
  onceWorthDrawing(draw);
  vi.runAllTimers();
  expect(draw).toHaveBeenCalledTimes(1);
});
