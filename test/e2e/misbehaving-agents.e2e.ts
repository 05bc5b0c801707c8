import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const script = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));
const agent = (...behaviour: string[]) => ({
  protocol: 'acp',
  command: process.execPath,
  args: [script, ...behaviour],
});

/** Behaviour of the agent → the error that it ends in, and whether trying again made sense. */
const CASES = [
  { behaviour: 'exit', code: 'agent_exited_without_answer', status: 'blocked' },
  { behaviour: 'garbage', code: 'agent_printed_garbage', status: 'failed' },
  { behaviour: 'refuse-handshake', code: 'agent_refused_handshake', status: 'failed' },
  { behaviour: 'hang', code: 'agent_hung', status: 'blocked' },
  { behaviour: 'ask-and-die', code: 'agent_died_while_asking', status: 'blocked' },
  { behaviour: 'flood', code: 'agent_flooded_output', status: 'failed' },
] as const;

test('each misbehaviour ends in its named error, and the daemon stays responsive', async () => {
  const folder = temporaryFolder('misbehaving');
  const agents = Object.fromEntries(CASES.map(({ behaviour }) => [behaviour, agent(behaviour)]));
  const window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents,
      dispatch: { idleLimitMs: 1_000, backoffBaseMs: 0, maxConcurrentWorkers: 3 },
    },
  });
  try {
    await window.page.evaluate(() => {
      const times: number[] = [];
      Object.assign(globalThis, { times });
      const measure = async (): Promise<void> => {
        const startedAt = performance.now();
        await self.fleetboard.call('board.changes', { since: Number.MAX_SAFE_INTEGER });
        times.push(performance.now() - startedAt);
        setTimeout(() => void measure(), 10);
      };
      void measure();
    });
    /** MiB that the main process holds on to, garbage not counted. */
    const memory = async () =>
      window.application.evaluate(() => {
        process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
        process.getBuiltinModule('node:vm').runInNewContext('gc()');
        const { heapUsed, external } = process.memoryUsage();
        return (heapUsed + external) / 1024 / 1024;
      });
    const before = await memory();

    for (const { behaviour } of CASES) {
      await window.start({
        kind: 'Spawn',
        agent: behaviour,
        folder: folder.path,
        prompt: `try ${behaviour}`,
      });
    }
    for (const { behaviour, code, status } of CASES) {
      const card = window.page.getByRole('article', { name: `try ${behaviour}`, exact: true });
      await expect(card).toHaveAttribute('data-state', status, { timeout: 60_000 });
      const task = readTask(window.home, (await card.getAttribute('data-task-id')) ?? '');
      expect(task, behaviour).toMatchObject({ status, error_code: code });
      expect(task.error?.length, behaviour).toBeGreaterThan(10);
      expect(task.error_next_step?.length, behaviour).toBeGreaterThan(10);
    }
    expect(workerProcessesOf(window.home)).toEqual([]);
    // 50 MB went through the daemon; it must not have kept them.
    const heldMiB = (await memory()) - before;
    expect(heldMiB).toBeLessThan(24);
    const times = await window.page.evaluate(() => Reflect.get(globalThis, 'times') as number[]);
    test.info().annotations.push({
      type: 'IPC during the storm',
      description: `${times.length} calls, slowest ${Math.round(Math.max(...times))} ms`,
    });
    process.stdout.write(
      `IPC: ${times.length} calls, slowest ${Math.max(...times).toFixed(0)} ms\n`,
    );
    expect(times.length).toBeGreaterThan(50);
  } finally {
    await window.close();
    folder.remove();
  }
});

test('an attempt whose agent dies while it asks is not left waiting for an answer', async () => {
  const folder = temporaryFolder('died-asking');
  const window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: { agents: { mortal: agent('ask-and-die') } },
  });
  try {
    await window.start({
      kind: 'Attempt',
      agent: 'mortal',
      folder: folder.path,
      prompt: 'rm -rf build',
    });
    const id = await window.taskId('rm -rf build');
    await window.inState(id, 'failed');
    expect(readTask(window.home, id)).toMatchObject({
      status: 'failed',
      error_code: 'agent_died_while_asking',
      held_until: null,
    });
    await expect(window.card(id).getByRole('button', { name: 'Yes, once' })).toHaveCount(0);
  } finally {
    await window.close();
    folder.remove();
  }
});
