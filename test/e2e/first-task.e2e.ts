import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('first-task');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

for (const kind of ['Attempt', 'Spawn'] as const) {
  test(`a newcomer's ${kind.toLowerCase()}: the demo agent edits, asks, is approved and finishes`, async () => {
    const repository = createRepository(folder.path);
    await window.page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = window.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: kind }).check();
    await dialog.getByLabel('Folder', { exact: true }).fill(repository);
    await dialog.getByLabel('Prompt', { exact: true }).fill('Show me around');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();

    const id = await window.taskId('Show me around');
    await window.inState(id, 'awaiting');
    await expect(window.lane('Needs you').locator(`[data-task-id="${id}"]`)).toBeVisible();
    const asked = readTask(window.home, id);
    // An attempt is parked; a spawn cannot be, but waits all the same.
    expect(asked.status).toBe(kind === 'Attempt' ? 'held' : 'running');
    const notes = path.join(asked.work_folder ?? '', 'FLEETBOARD-DEMO.md');
    expect(readFileSync(notes, 'utf8')).toContain('Show me around');
    expect(asked.work_folder).not.toBe(repository);

    await window.card(id).getByRole('button', { name: 'Approve', exact: true }).click();
    await window.inState(id, 'done');
    const card = window.lane('Ready to review').locator(`[data-task-id="${id}"]`);
    await expect(card).toContainText('README.md has');

    const done = readTask(window.home, id);
    expect(done).toMatchObject({ status: 'done', generation: 1, branch: `fleetboard/${id}/1` });
    expect(done.result_digest).toContain('committed it');
    expect(git(repository, 'show', `${done.branch}:FLEETBOARD-DEMO.md`)).toContain(
      'Show me around',
    );
    // The main checkout was never touched.
    expect(git(repository, 'status', '--porcelain')).toBe('');
    expect(existsSync(path.join(repository, 'FLEETBOARD-DEMO.md'))).toBe(false);
  });
}

test('the details tell everything, the answer is on record, and the card can be put away', async () => {
  const repository = createRepository(folder.path);
  await window.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'Look closer' });
  const id = await window.taskId('Look closer');
  await window.inState(id, 'awaiting');
  const details = await window.open(id);
  await expect(details).toContainText('git add FLEETBOARD-DEMO.md && git commit');
  await expect(details).toContainText('The profile allows no commands.');
  await expect(details.getByRole('list', { name: 'Plan' }).last()).toContainText(
    'Commit, if you agree',
  );
  await details.getByRole('button', { name: 'Reject', exact: true }).click();
  await window.inState(id, 'done');
  await expect(details).toContainText('You rejected the commit');
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(details.getByRole('region', { name: 'Earlier questions' })).toContainText(
    'Reject by',
  );

  await window.act(id, 'Mark reviewed');
  await expect(window.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
  await expect(window.said).toContainText('Moved to Done.');
});

test('a session that an attempt left open takes another prompt, and can be ended', async () => {
  const repository = createRepository(folder.path);
  await window.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'First round' });
  const id = await window.taskId('First round');
  await window.inState(id, 'awaiting');
  await window.card(id).getByRole('button', { name: 'Approve', exact: true }).click();
  await window.inState(id, 'done');

  await window.page.getByRole('button', { name: 'Sessions' }).click();
  const session = window.page.getByRole('listitem').filter({ hasText: 'First round' });
  await session.getByLabel('Prompt to session').fill('Second round');
  await session.getByRole('button', { name: 'Send', exact: true }).click();
  await window.page.getByRole('button', { name: 'All projects' }).click();
  const second = await window.taskId('Second round');
  await window.inState(second, 'awaiting');
  await window.card(second).getByRole('button', { name: 'Approve', exact: true }).click();
  await window.inState(second, 'done');
  expect(readTask(window.home, second)).toMatchObject({
    kind: 'send',
    status: 'done',
    attempts: 0,
  });

  await window.page.getByRole('button', { name: 'Sessions' }).click();
  await window.page.getByRole('button', { name: 'End session' }).click();
  await expect(window.page.getByText('No session is live.')).toBeVisible();
  expect(workerProcessesOf(window.home)).toEqual([]);
});
