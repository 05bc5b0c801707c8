import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runChaos } from '../chaos/chaos-run.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('chaos');
});
afterEach(() => folder.remove());

describe('three daemons on one file that are killed again and again', () => {
  it('end every task once, and leave nothing behind', { timeout: 360_000 }, async () => {
    const { violations, figures } = await runChaos({
      home: folder.path,
      seed: 1,
      durationMs: 20_000,
      leastKills: 6,
      tasksPerDaemon: 30,
      killEveryMs: { from: 1_000, to: 3_000 },
      say: () => {},
    });
    expect(violations).toEqual([]);
    expect(figures.tasks).toBe(90);
    // Otherwise nothing was proven.
    expect(figures.kills).toBeGreaterThanOrEqual(6);
    expect(figures['reclaimed after a kill']).toBeGreaterThan(0);
  });
});
