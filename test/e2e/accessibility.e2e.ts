import path from 'node:path';
import { expect, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { DaemonBeside } from '../helpers/daemon-beside.ts';
import { expectAccessible } from '../helpers/expect-accessible.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { freePort } from '../helpers/free-port.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('accessibility');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

test('axe finds nothing where several daemons share the database, and on a conductor', async () => {
  test.setTimeout(180_000);
  const { page } = window;
  const repository = createRepository(folder.path);
  const other = await DaemonBeside.start(window.home, await freePort(), [
    {
      kind: 'attempt',
      agent: 'command',
      folder: repository,
      prompt: 'sleep 600',
      profile: 'careful',
      shape: 'scout',
    },
  ]);
  try {
    const [theirs = ''] = other.taskIds;
    await window.inState(theirs, 'working');
    const database = new Database(path.join(window.home, 'fleetboard.db'), { timeout: 5_000 });
    database.prepare(`UPDATE dispatch_tasks SET status = 'done' WHERE id = ?`).run(theirs);
    database.close();
    await page.getByRole('button', { name: 'What to do' }).click();
    await window.act(theirs, 'Hold');
    await expect(page.getByRole('button', { name: 'Act there' })).toBeVisible();
    await expectAccessible(page, 'board of two daemons, a banner and a refusal');
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    await page.getByRole('button', { name: 'Daemons' }).click();
    await expect(page.getByText('Versions differ:')).toBeVisible();
    await expectAccessible(page, 'two daemons');

    await page.getByRole('button', { name: 'All projects' }).click();
    await window.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'Lead on' });
    const lead = await window.taskId('Lead on');
    await window.inState(lead, 'awaiting');
    await window.card(lead).getByRole('button', { name: 'Approve', exact: true }).click();
    await window.inState(lead, 'done');
    await window.start({
      kind: 'Spawn',
      agent: 'command',
      folder: repository,
      prompt: 'echo fine',
    });
    await window.inState(await window.taskId('echo fine'), 'done');
    await page.getByRole('button', { name: 'Sessions' }).click();
    await page.getByRole('button', { name: 'Make conductor' }).click();
    await expect(page.locator('[data-event]')).toContainText('Done');
    await expectAccessible(page, 'a conductor and its events');
  } finally {
    await other.end('SIGTERM');
  }
});

test('a task is started, answered and put away by keyboard alone', async () => {
  const { page } = window;
  const repository = createRepository(folder.path);
  await page.getByRole('button', { name: 'New', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Prompt', { exact: true })).toBeFocused();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type(repository);
  await page.keyboard.press('Control+Enter');
  const id = await window.taskId('By keyboard');
  await window.inState(id, 'awaiting');

  await window.card(id).focus();
  await page.keyboard.press('Tab');
  await expect(window.card(id).getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await window.inState(id, 'done');

  await window.card(id).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('committed it');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(window.card(id).getByRole('button', { name: 'Mark reviewed' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(window.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
});
