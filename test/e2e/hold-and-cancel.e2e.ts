import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { auditActions, processOf, readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('hold');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

const PROMPT = 'sleep 600 & until [ -e go ]; do sleep 0.02; done; echo finished';

test('Hold stops the process group and the lease; Unhold lets it finish', async () => {
  await window.start({ kind: 'Attempt', agent: 'command', folder: folder.path, prompt: PROMPT });
  const id = await window.taskId('sleep 600');
  await window.inState(id, 'working');
  await expect.poll(() => readTask(window.home, id).status).toBe('running');
  const pid = processOf(window.home, id);
  await expect.poll(() => processGroup(pid).length).toBeGreaterThan(1);

  await window.act(id, 'Hold');
  await window.inState(id, 'awaiting');
  await expect(window.lane('Needs you').locator(`[data-task-id="${id}"]`)).toBeVisible();
  // A shell that is just starting a child waits for it in the kernel (D) while the child is stopped.
  await expect
    .poll(() => processGroup(pid).filter(({ state }) => state !== 'T' && state !== 'D'))
    .toEqual([]);
  const held = readTask(window.home, id);
  expect(held.status).toBe('held');
  expect(held.held_until).toBeGreaterThan(Date.now() + 7_000_000);

  writeFileSync(path.join(folder.path, 'go'), '');
  expect(readTask(window.home, id)).toEqual(held);
  await window.act(id, 'Unhold');
  await window.inState(id, 'done');
  expect(readTask(window.home, id)).toMatchObject({
    status: 'done',
    generation: 1,
    result_digest: 'finished',
    held_until: null,
  });
  expect(auditActions(window.home, id)).toEqual([
    'dispatch.enqueued',
    'dispatch.claimed',
    'dispatch.running',
    'dispatch.held',
    'dispatch.unheld',
    'dispatch.completed',
  ]);
});

for (const held of [false, true]) {
  test(`Cancel leaves no process of a ${held ? 'held' : 'running'} attempt`, async () => {
    await window.start({ kind: 'Attempt', agent: 'command', folder: folder.path, prompt: PROMPT });
    const id = await window.taskId('sleep 600');
    await window.inState(id, 'working');
    await expect.poll(() => readTask(window.home, id).status).toBe('running');
    const pid = processOf(window.home, id);
    if (held) {
      await window.act(id, 'Hold');
      await window.inState(id, 'awaiting');
    }
    await window.act(id, 'Cancel');
    await expect(window.said).toContainText('Cancelled. Its processes are ended.');
    expect(processGroup(pid)).toEqual([]);
    expect(workerProcessesOf(window.home)).toEqual([]);
    expect(readTask(window.home, id)).toMatchObject({ status: 'cancelled', generation: 2 });
    await expect(window.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
  });
}

test('a spawn has no Hold, and what failed can be run again', async () => {
  await window.start({ kind: 'Spawn', agent: 'command', folder: folder.path, prompt: 'exit 7' });
  const id = await window.taskId('exit 7');
  await window.inState(id, 'blocked');
  await expect(window.card(id).getByRole('button', { name: 'Hold' })).toHaveCount(0);
  await expect(window.card(id)).toContainText('exit code 7');
  await window.act(id, 'Run again');
  await expect(window.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
  await expect(window.page.locator('article').filter({ hasText: 'exit 7' })).toHaveCount(2);
});
