import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { GroupUse, millisecondsOf } from '../../electron/daemon/workers/group-use.ts';

const BUSY = `const held = Buffer.alloc(64 * 1024 * 1024, 1); console.log('up'); for (;;) held[0] += 1;`;
const IDLE = `console.log('up'); setInterval(() => {}, 1_000);`;
const MIBIBYTE = 1024 * 1024;

let leader: ChildProcess | null = null;

/** A group whose leader has a child that holds memory and keeps a core busy; resolves once both are up. */
async function startGroup(): Promise<number> {
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { stdio: 'inherit' }); ${IDLE}`;
  const child = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  leader = child;
  const lines = createInterface({ input: child.stdout });
  let up = 0;
  for await (const _line of lines) {
    up += 1;
    if (up === 2) break;
  }
  return child.pid ?? 0;
}

afterEach(async () => {
  if (leader?.pid === undefined) return;
  const gone = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGKILL');
  await gone;
  leader = null;
});

describe('what a process group uses', () => {
  it('is counted over all of its processes', async () => {
    const group = await startGroup();
    const groups = new GroupUse();
    // On a crowded machine it may not have had its turn between the first two looks.
    await vi.waitFor(
      async () => {
        const use = await groups.measure(group);
        expect(use).toMatchObject({ pid: group, count: 2, cpuPercent: expect.any(Number) });
        if (use === null || use === 'not_known') throw new Error('not measured');
        expect(use.memoryBytes).toBeGreaterThan(64 * MIBIBYTE);
        expect(use.memoryBytes).toBeLessThan(2_048 * MIBIBYTE);
        expect(use.cpuPercent).toBeGreaterThan(0);
      },
      { timeout: 25_000, interval: 1 },
    );
  });

  it('is told between two looks, the last of which is remembered', async () => {
    const group = await startGroup();
    const groups = new GroupUse();
    await groups.measure(group);
    const again = await groups.measure(group);
    expect(again).toMatchObject({ pid: group, count: 2 });
  });

  it('is nothing once no process is left', async () => {
    const child = spawn(process.execPath, ['-e', ''], { detached: true, stdio: 'ignore' });
    await once(child, 'exit');
    expect(await new GroupUse().measure(child.pid ?? 0)).toBeNull();
  });
});

describe('a time as ps writes it', () => {
  it.each([
    ['0:01.25', 1_250],
    ['1:02.50', 62_500],
    ['3:01:02', 10_862_000],
    ['1-03:01:02', 97_262_000],
  ])('%s is %d ms', (time, milliseconds) => {
    expect(millisecondsOf(time)).toBe(milliseconds);
  });
});
