import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRows } from '../helpers/database-reader.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const AGENT = fileURLToPath(new URL('../fixtures/agents/looping-agent.mjs', import.meta.url));

let fixture: DispatcherFixture;
beforeEach(() => {
  fixture = new DispatcherFixture({
    agents: { paid: agentOf('cost=0.25'), free: agentOf() },
  });
});
afterEach(() => fixture.stop());

/** Each prompt of it costs that much; it tells what its session has cost so far. */
function agentOf(...wishes: string[]) {
  return { command: process.execPath, args: [AGENT, devNull, 'same', ...wishes] };
}

async function costs() {
  const until = fixture.clock.now();
  const read = await fixture.store.numbers.read({ span: 'day', until, timeZone: 'UTC' });
  return read.costs.map(({ amount, currency, tasks }) => ({ amount, currency, tasks }));
}

describe('what a task outside of runs cost', () => {
  it('is written down once for each of its turns, though agents tell it of the whole session', async () => {
    const attempt = await fixture.enqueue({ kind: 'attempt', agent: 'paid', prompt: 'Begin' });
    const { workerSessionId } = await fixture.until(attempt, 'done');
    expect(await costs()).toEqual([{ amount: 0.25, currency: 'EUR', tasks: 1 }]);
    for (const tasks of [2, 3]) {
      const send = await fixture.enqueue({
        ...{ kind: 'send', agent: 'paid', prompt: 'Go on', targetSession: workerSessionId },
      });
      await fixture.until(send, 'done');
      expect(await costs()).toEqual([{ amount: tasks * 0.25, currency: 'EUR', tasks }]);
    }
  });

  it('is written down for the turn that the end of the daemon cancels', async () => {
    const folder = temporaryFolder('costs');
    const agents = { endless: agentOf('cost=0.25', 'endless') };
    const ending = new DispatcherFixture({ home: folder.path, agents });
    try {
      const id = await ending.enqueue({ kind: 'spawn', agent: 'endless', prompt: 'Begin' });
      const { workerSessionId } = await ending.until(id, 'running');
      const worker = ending.workers.find(workerSessionId ?? '');
      if (worker === undefined) throw new Error('it has no worker');
      await new Promise<void>((resolve) => {
        worker.subscribe(0, (event) => {
          if (event.type === 'transcript' && event.entry.type === 'usage') resolve();
        });
      });
      await ending.stop();
      expect(readRows(folder.path, 'SELECT task_id, currency, amount FROM task_costs')).toEqual([
        { task_id: id, currency: 'EUR', amount: 0.25 },
      ]);
    } finally {
      folder.remove();
    }
  });

  it('is nothing where the agent names none', async () => {
    const spawn = await fixture.enqueue({ kind: 'spawn', agent: 'free', prompt: 'Begin' });
    await fixture.until(spawn, 'done');
    expect(await costs()).toEqual([]);
  });

  it('is left to the run where there is one', async () => {
    const inRun = { kind: 'attempt', runId: 'run', attemptId: '1' } as const;
    const attempt = await fixture.enqueue({ ...inRun, agent: 'paid', prompt: 'Begin' });
    await fixture.until(attempt, 'done');
    expect(await costs()).toEqual([]);
  });
});
