import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callDaemon } from '../../electron/daemon/api/daemon-client.ts';
import type { ContractInput, ContractMethod, ContractOutput } from '../../shared/contract.ts';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

/** So long that no test sees it: what happens was caused by the change. */
const NEVER_MS = 600_000;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let daemon: CommandedDaemon;

beforeEach(async () => {
  folder = temporaryFolder('settings-apply');
  file = path.join(folder.path, 'config.json');
  writeFileSync(file, configuration(1));
  daemon = await CommandedDaemon.serve(folder.path);
});
afterEach(async () => {
  await daemon.end();
  folder.remove();
});

function configuration(maxConcurrentWorkers: number): string {
  return `// by hand\n${JSON.stringify({ dispatch: { maxConcurrentWorkers, tickMs: NEVER_MS } })}`;
}

async function call<M extends ContractMethod>(
  method: M,
  input: ContractInput<M>,
): Promise<ContractOutput<M>> {
  const { at, owner } = daemon;
  const answer = await callDaemon({ home: at.home, owner }, method, input);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value;
}

async function startSleeper(): Promise<void> {
  await call('task.start', {
    kind: 'spawn',
    agent: 'command',
    folder: folder.path,
    prompt: 'sleep 600',
    profile: 'careful',
    shape: 'scout',
  });
}

async function running(): Promise<number> {
  const { tasks } = await call('task.list', { statuses: ['running'], limit: 10 });
  return tasks.length;
}

async function untilRunning(count: number): Promise<void> {
  await vi.waitFor(async () => expect(await running()).toBe(count), {
    timeout: 60_000,
    interval: 20,
  });
}

it('more workers start at once when there may be more, by a call or by hand', async () => {
  for (let count = 0; count < 3; count += 1) await startSleeper();
  await untilRunning(1);
  const { stamp } = await call('settings.read', {});
  const outcome = await call('settings.write', {
    stamp,
    changes: [{ path: ['dispatch', 'maxConcurrentWorkers'], value: 2 }],
  });
  expect(outcome).toMatchObject({ outcome: 'written' });
  await untilRunning(2);
  writeFileSync(file, configuration(3));
  await untilRunning(3);
});
