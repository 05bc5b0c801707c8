import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { workerProcessesOf } from '../helpers/processes.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

const MEBIBYTE = 1024 * 1024;
/** Loose: a machine that is busy with other things must not fail this. The measured value is printed. */
const LONGEST_DELAY_MS = 500;
const MOST_GROWTH_BYTES = 150 * MEBIBYTE;

interface Measured {
  readonly longestDelayMs: number;
  readonly growthBytes: number;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = process.memoryUsage().rss;
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  clearInterval(look);
  return { longestDelayMs: delay.max / 1e6, growthBytes: most - before };
}

describe('an agent that prints without end', () => {
  it.each([
    ['flood', [], 'more than 32 MiB in one turn'],
    ['flood-line', [], 'a line of more than 8 MiB'],
    ['flood-garbage', [], 'lines in one turn that are not the protocol'],
  ])('%s neither blocks the daemon nor fills its memory', async (behaviour, args, message) => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted(behaviour, { args }) });
    const { longestDelayMs, growthBytes } = await measured(async () => {
      expect(await worker.run('print')).toMatchObject({
        outcome: 'failed',
        error: { code: 'agent_flooded_output', message: expect.stringContaining(message) },
      });
      await worker.event('exited');
    });
    process.stdout.write(
      `${behaviour}: longest delay ${longestDelayMs.toFixed(1)} ms, memory +${(growthBytes / MEBIBYTE).toFixed(0)} MiB\n`,
    );
    expect(longestDelayMs).toBeLessThan(LONGEST_DELAY_MS);
    expect(growthBytes).toBeLessThan(MOST_GROWTH_BYTES);
    expect(workerProcessesOf(fixture.home)).toEqual([]);
    expect((await worker.transcript()).at(-1)).toMatchObject({
      type: 'ended',
      outcome: 'agent_flooded_output',
    });
  });

  it('may print much within the limit', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('flood', { args: ['20'] }) });
    const { longestDelayMs } = await measured(async () => {
      expect(await worker.run('print')).toMatchObject({ outcome: 'done' });
    });
    process.stdout.write(`flood of 20 MiB: longest delay ${longestDelayMs.toFixed(1)} ms\n`);
    expect(longestDelayMs).toBeLessThan(LONGEST_DELAY_MS);
  });

  it('may print one long message', async () => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted('long-message', { args: ['7'] }) });
    const { longestDelayMs } = await measured(async () => {
      const result = await worker.run('print');
      expect(result).toMatchObject({
        outcome: 'done',
        digest: expect.stringMatching(/^z{3999}…$/),
      });
    });
    process.stdout.write(`message of 7 MiB: longest delay ${longestDelayMs.toFixed(1)} ms\n`);
    expect(longestDelayMs).toBeLessThan(LONGEST_DELAY_MS);
    expect(worker.entries('message').map(({ text }) => text.length)).toEqual([64 * 1024 + 1]);
  });
});
