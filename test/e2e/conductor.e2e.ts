import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readRows } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('conductor');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

test('a session is made conductor, is told what settles when it is idle, and is released', async () => {
  const { page } = window;
  const repository = createRepository(folder.path);
  await window.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'Lead on' });
  const lead = await window.taskId('Lead on');
  await window.inState(lead, 'awaiting');
  await window.card(lead).getByRole('button', { name: 'Approve', exact: true }).click();
  await window.inState(lead, 'done');

  const showSessions = () => page.getByRole('button', { name: 'Sessions' }).click();
  const showBoard = () => page.getByRole('button', { name: 'All projects' }).click();
  const session = page.locator('[data-session-id]').filter({ hasText: 'Lead on' });
  await showSessions();
  await session.getByRole('button', { name: 'Make conductor' }).click();
  await expect(session.getByText('Conductor', { exact: true })).toBeVisible();
  await expect(session).toContainText('are told to it in one message when it is idle');
  await expect(session).toContainText('Nothing has settled yet.');

  await showBoard();
  await window.start({
    kind: 'Spawn',
    agent: 'command',
    folder: repository,
    prompt: 'echo the shelves are full',
  });
  const settled = await window.taskId('echo the shelves');
  await window.inState(settled, 'done');

  // The delivery is a send like any other; this agent asks about it, so it is not acknowledged yet.
  const delivery = await window.taskId('A task of your project settled.');
  await window.inState(delivery, 'awaiting');
  await showSessions();
  const event = session.locator(`[data-event="${settled}"]`);
  await expect(event).toContainText('the shelves are full');
  await expect(event).toContainText('waits');

  await showBoard();
  await window.card(delivery).getByRole('button', { name: 'Approve', exact: true }).click();
  await window.inState(delivery, 'done');
  await showSessions();
  await expect(event).toContainText('told');
  expect(readRows(window.home, 'SELECT task_id FROM dispatch_events')).toEqual([
    { task_id: settled },
  ]);

  await event.getByRole('button').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(
    'the shelves are full',
  );
  await session.getByRole('button', { name: 'Stop conducting' }).click();
  await expect(session.getByText('Conductor', { exact: true })).toHaveCount(0);
  await expect(session.getByRole('button', { name: 'Make conductor' })).toBeVisible();
});
