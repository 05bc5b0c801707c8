import path from 'node:path';
import { expect, test } from '@playwright/test';
import Database from 'better-sqlite3';
import type { StartInput } from '../../shared/contract.ts';
import { DaemonBeside } from '../helpers/daemon-beside.ts';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { freePort } from '../helpers/free-port.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('shared');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

const theirAttempt = (): StartInput => ({
  kind: 'attempt',
  agent: 'command',
  folder: folder.path,
  prompt: 'sleep 600',
  profile: 'careful',
  shape: 'scout',
});

/** One beat of the daemon that looks, and as long as another may be quiet before it counts as silent. */
const NOTICED_WITHIN_MS = 40_000;

/** A write waits 15 s for a lock before it is called a trouble; its short pauses take longer on a busy machine. */
const LOCK_NOTICED_WITHIN_MS = 90_000;

test("another daemon's attempt is marked, refused by name, and held there", async () => {
  const port = await freePort();
  const other = await DaemonBeside.start(window.home, port, [theirAttempt()]);
  const [id = ''] = other.taskIds;
  const { page } = window;
  try {
    await window.inState(id, 'working');
    await expect(window.card(id)).toContainText(other.owner);
    await expect.poll(() => readTask(window.home, id).status).toBe('running');

    await window.act(id, 'Hold');
    const refusal = page.getByRole('alert');
    await expect(refusal).toContainText(`Another daemon (${other.owner}) owns this attempt.`);
    expect(readTask(window.home, id).status).toBe('running');

    await refusal.getByRole('button', { name: 'Act there' }).click();
    await window.inState(id, 'awaiting');
    await expect(window.said).toContainText('Held. Its processes are stopped');
    await expect(refusal).toHaveCount(0);
    expect(readTask(window.home, id)).toMatchObject({ status: 'held', generation: 1 });
  } finally {
    await other.end('SIGTERM');
  }
});

test('every daemon is listed; the work of a killed one waits, and its restart takes it back', async () => {
  test.setTimeout(150_000);
  const port = await freePort();
  const other = await DaemonBeside.start(window.home, port, [theirAttempt()]);
  const [id = ''] = other.taskIds;
  const { page } = window;
  let again: DaemonBeside | null = null;
  try {
    await expect.poll(() => readTask(window.home, id).status).toBe('running');
    const rail = page.getByRole('button', { name: 'Daemons' });
    await expect(rail).toContainText('2 live');
    await rail.click();
    const here = page.locator(`[data-daemon="127.0.0.1:${window.port}"]`);
    const there = page.locator(`[data-daemon="${other.owner}"]`);
    await expect(here).toContainText('this window');
    await expect(here).toHaveAttribute('data-state', 'live');
    await expect(there).toHaveAttribute('data-state', 'live');
    // The daemon of the fixture has another version than the window.
    await expect(page.getByText('Versions differ:')).toContainText(`0.0.0 on ${other.owner}`);

    await other.end('SIGKILL');
    await expect(there).toHaveAttribute('data-state', 'silent', { timeout: NOTICED_WITHIN_MS });
    await expect(there).toContainText('Its open task waits; nobody else takes it.');
    await expect(there).toContainText(`FLEETBOARD_PORT=${port}`);
    await expect(rail).toContainText('1 silent');

    await page.getByRole('button', { name: 'All projects' }).click();
    await expect(window.card(id)).toContainText(`${other.owner} silent`);
    await window.act(id, 'Cancel');
    await page.getByRole('alert').getByRole('button', { name: 'Act there' }).click();
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await expect(page.getByRole('alert')).toContainText(`FLEETBOARD_PORT=${port}`);
    expect(readTask(window.home, id)).toMatchObject({ status: 'running', generation: 1 });

    again = await DaemonBeside.start(window.home, port);
    await window.inState(id, 'failed');
    expect(readTask(window.home, id).error_code).toBe('attempt_reclaimed');
    await rail.click();
    await expect(there).toHaveAttribute('data-state', 'live');
    await again.end('SIGTERM');
    await expect(there).toHaveAttribute('data-state', 'stopped');
    await expect(there).toContainText('It owns no open task');
  } finally {
    await other.end('SIGKILL');
    await again?.end('SIGKILL');
  }
  expect(workerProcessesOf(window.home)).toEqual([]);
});

test('a program from before ownership changes nothing, and the board says so until it is put away', async () => {
  await window.start({
    kind: 'Spawn',
    agent: 'command',
    folder: folder.path,
    prompt: 'sleep 600',
  });
  const id = await window.taskId('sleep 600');
  await window.inState(id, 'working');
  await expect.poll(() => readTask(window.home, id).status).toBe('running');

  const database = new Database(path.join(window.home, 'fleetboard.db'), { timeout: 5_000 });
  const complete = database.prepare(
    `UPDATE dispatch_tasks SET status = 'done', result_digest = 'stolen' WHERE id = ?`,
  );
  for (const attempt of [1, 2, 3]) {
    expect(complete.run(id).changes, `attempt ${attempt}`).toBe(0);
  }
  database.close();
  expect(readTask(window.home, id)).toMatchObject({ status: 'running', result_digest: null });

  const { page } = window;
  const banner = page.getByRole('region', { name: 'Out-of-date program' });
  await expect(banner).toContainText('An out-of-date program shares this database.');
  await expect(banner).toContainText('It was refused 3 times, last');
  await expect(banner.getByText('Quit it and update it.')).toBeHidden();
  await banner.getByRole('button', { name: 'What to do' }).click();
  await expect(banner.getByText('Quit it and update it.')).toBeVisible();
  await banner.getByRole('button', { name: 'Put this away' }).click();
  await expect(banner).toHaveCount(0);

  await page.getByRole('button', { name: 'Daemons' }).click();
  await expect(page.getByRole('main')).toContainText('It was refused 3 times, last');
});

test('a database that another program keeps locked is said until it is free again', async () => {
  test.setTimeout(180_000);
  const banner = window.page.getByRole('region', { name: 'Database trouble' });
  const database = new Database(path.join(window.home, 'fleetboard.db'), { timeout: 5_000 });
  try {
    database.exec('BEGIN IMMEDIATE');
    await expect(banner.getByRole('alert')).toContainText('kept the database locked', {
      timeout: LOCK_NOTICED_WITHIN_MS,
    });
    await banner.getByRole('button', { name: 'What to do' }).click();
    await expect(banner).toContainText('Close the program that holds the database open');
    database.exec('ROLLBACK');
    await expect(banner).toHaveCount(0, { timeout: NOTICED_WITHIN_MS });
  } finally {
    database.close();
  }
});
