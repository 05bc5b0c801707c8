import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { workerProcessesOf } from '../helpers/processes.ts';
import { scripted, WorkerFixture } from '../helpers/worker-fixture.ts';

let fixture: WorkerFixture;
afterEach(() => fixture.stop());

const MEBIBYTE = 1024 * 1024;
/** Loose: a machine that is busy with other things must not fail this. The measured value is printed. */
const LONGEST_DELAY_MS = 1_500;
/** Of more than 32 MiB that are printed. What the collector has not got to yet does not count. */
const MOST_HELD_BYTES = 24 * MEBIBYTE;
const LOOK_EVERY_MS = 150;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

interface Measured {
  readonly longestDelayMs: number;
  /** The most that was in use at any look, beyond what was before. */
  readonly heldBytes: number;
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = bytesInUse();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, bytesInUse());
  }, LOOK_EVERY_MS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  clearInterval(look);
  most = Math.max(most, bytesInUse());
  return { longestDelayMs: delay.max / 1e6, heldBytes: most - before };
}

describe('an agent that prints without end', () => {
  it.each([
    ['flood', [], 'more than 32 MiB in one turn'],
    ['flood-line', [], 'a line of more than 8 MiB'],
    ['flood-garbage', [], 'lines in one turn that are not the protocol'],
  ])('%s neither blocks the daemon nor fills its memory', async (behaviour, args, message) => {
    fixture = new WorkerFixture();
    const worker = await fixture.worker({ agent: scripted(behaviour, { args }) });
    const { longestDelayMs, heldBytes } = await measured(async () => {
      expect(await worker.run('print')).toMatchObject({
        outcome: 'failed',
        error: { code: 'agent_flooded_output', message: expect.stringContaining(message) },
      });
      await worker.event('exited');
    });
    process.stdout.write(
      `${behaviour}: longest delay ${longestDelayMs.toFixed(1)} ms, in use +${(heldBytes / MEBIBYTE).toFixed(0)} MiB\n`,
    );
    expect(longestDelayMs).toBeLessThan(LONGEST_DELAY_MS);
    expect(heldBytes).toBeLessThan(MOST_HELD_BYTES);
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
