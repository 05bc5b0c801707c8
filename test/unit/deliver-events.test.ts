import { describe, expect, it } from 'vitest';
import { inWords } from '../../electron/daemon/dispatcher/deliver-events.ts';
import type { DispatchEvent } from '../../shared/dispatch-events.ts';

const event = (change: Partial<DispatchEvent> = {}): DispatchEvent => ({
  position: 1,
  id: 'event',
  projectId: 'project',
  taskId: 'task-1',
  type: 'task.done',
  digest: 'Mended.',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  deliveredAt: null,
  ...change,
});
const words = (events: readonly DispatchEvent[], furtherCount = 0) =>
  inWords({ projectId: 'project', sessionId: 'session', events, furtherCount });

describe('what a conductor is told', () => {
  it('names each task, how it ended and when, and quotes the result', () => {
    expect(
      words([
        event({ digest: 'Mended.\nPainted.' }),
        event({ taskId: 'task-2', type: 'task.failed', digest: null }),
      ]),
    ).toBe(
      `2 tasks of your project settled.

task-1: done at 2026-01-02T03:04:05.000Z
> Mended.
> Painted.

task-2: failed at 2026-01-02T03:04:05.000Z
`,
    );
  });

  it('says that more follow', () => {
    expect(words([event()], 7)).toMatch(
      /^A task .* settled\. 7 more follow when you are idle again\./,
    );
  });

  it('shortens a long result and says so', () => {
    const told = words([event({ digest: 'x'.repeat(5_000) })]);
    expect(told.length).toBeLessThan(1_000);
    expect(told).toContain('… (shortened)');
  });
});
