import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { DaemonBeside } from '../helpers/daemon-beside.ts';
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

async function expectAccessible(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The second window that axe opens by default is one that this application rightly refuses.
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    const found = violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('axe finds nothing on any screen in either theme', async () => {
  test.setTimeout(180_000);
  const { page } = window;
  await expectAccessible('first run');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Found nothing.');
  await expectAccessible('dialog with problems');
  await page.keyboard.press('Escape');

  const repository = createRepository(folder.path);
  await window.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'Show me' });
  await window.start({ kind: 'Spawn', agent: 'command', folder: repository, prompt: 'exit 1' });
  await window.start({ kind: 'Spawn', agent: 'command', folder: repository, prompt: 'echo fine' });
  await window.start({ kind: 'Spawn', agent: 'command', folder: repository, prompt: 'sleep 600' });
  await window.inState(await window.taskId('exit 1'), 'blocked');
  await window.inState(await window.taskId('echo fine'), 'done');
  const id = await window.taskId('Show me');
  await window.inState(id, 'awaiting');
  await window.open(id);
  await expect(page.getByRole('log', { name: 'Transcript' })).toContainText(
    'Edit FLEETBOARD-DEMO.md',
  );
  await expectAccessible('board with details');
  for (const screen of ['Sessions', 'Daemons', 'Settings']) {
    await page.getByRole('button', { name: screen }).click();
    await expectAccessible(screen);
  }
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
    await expectAccessible('board of two daemons, a banner and a refusal');
    await page.getByRole('button', { name: 'Dismiss message' }).click();
    await page.getByRole('button', { name: 'Daemons' }).click();
    await expect(page.getByText('Versions differ:')).toBeVisible();
    await expectAccessible('two daemons');

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
    await expectAccessible('a conductor and its events');
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
