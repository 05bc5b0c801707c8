import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { processOf, readTask } from '../helpers/database-reader.ts';
import { FleetboardBrowser, FleetboardServer } from '../helpers/fleetboard-browser.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { processGroup, workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const WAITS = 'sleep 600 & until [ -e go ]; do sleep 0.02; done; echo finished';

let folder: ReturnType<typeof temporaryFolder>;
let server: FleetboardServer;
let browser: FleetboardBrowser;
let complaints: string[];

test.beforeEach(async () => {
  folder = temporaryFolder('browser');
  server = await FleetboardServer.start({ home: path.join(folder.path, 'home') });
  browser = await FleetboardBrowser.launch();
  complaints = [];
  browser.page.on('pageerror', ({ message }) => complaints.push(message));
  browser.page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});
test.afterEach(async () => {
  await browser.close();
  await server.end('SIGTERM');
  expect(workerProcessesOf(server.home)).toEqual([]);
  folder.remove();
});

test('the address signs a browser in once: the token leaves it, and a reload needs it no more', async () => {
  const { page, context } = browser;
  const referers: (string | undefined)[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    referers.push(request.headers().referer);
    addresses.push(request.url());
  });
  await browser.visit(server.url);
  const token = server.url.slice(server.url.indexOf('=') + 1);
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(page.url()).toBe(`${server.origin}/`);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({
    name: `fleetboard_${server.port}`,
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
  });
  expect(cookie?.value).not.toContain(token);
  await page.reload();
  await browser.ready();
  expect(referers.filter((referer) => referer?.includes(token))).toEqual([]);
  expect(addresses.filter((address) => address.includes(token)).length).toBeLessThanOrEqual(1);
  expect(complaints).toEqual([]);
});

test('without the token there is an explanation, and the whole address helps in the same page', async () => {
  const { page } = browser;
  await page.goto(server.origin);
  const explanation = page.getByRole('alert');
  await expect(explanation).toContainText('This address alone does not open the board.');
  await expect(explanation).toContainText('fleetboard serve');
  // Only what is behind the # changes: the page itself loads itself again.
  const loadedAgain = page.waitForEvent('load');
  await page.goto(`${server.origin}/#token=${'0'.repeat(64)}`);
  await loadedAgain;
  await expect(explanation).toContainText('This address alone does not open the board.');
  await browser.visit(server.url);
  expect(page.url()).toBe(`${server.origin}/`);
});

test("a page of another address cannot use the browser's session", async () => {
  await browser.visit(server.url);
  const other = await FleetboardServer.start({ home: path.join(folder.path, 'other') });
  try {
    const stranger = await browser.context.newPage();
    await stranger.goto(other.origin);
    // The policy of a page of ours forbids it already; a stranger's own would not.
    const answers = await Promise.all([
      browser.context.request.post(`${server.origin}/v1/call/catalog.read`, {
        data: {},
        headers: { origin: other.origin },
      }),
      browser.context.request.post(`${server.origin}/v1/call/catalog.read`, { data: {} }),
    ]);
    expect(answers.map((answer) => answer.status())).toEqual([403, 401]);
    await stranger.close();
  } finally {
    await other.end('SIGTERM');
  }
});

test('an attempt of the demo agent asks, is approved and can be read; the dialog needs no folder dialog', async () => {
  const { page } = browser;
  const repository = createRepository(folder.path);
  await browser.visit(server.url);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Choose…' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Attempt' }).check();
  await dialog.getByLabel('Folder', { exact: true }).fill('relative');
  await dialog.getByLabel('Prompt', { exact: true }).fill('Show me around');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(dialog).toContainText('a relative path');
  await dialog.getByLabel('Folder', { exact: true }).fill(repository);
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();

  const id = await browser.taskId('Show me around');
  await browser.inState(id, 'awaiting');
  expect(readTask(server.home, id).status).toBe('held');
  const details = await browser.open(id);
  await expect(details).toContainText('git add FLEETBOARD-DEMO.md && git commit');
  await expect(details.getByRole('log', { name: 'Transcript' })).toContainText(
    'Edit FLEETBOARD-DEMO.md',
  );
  await expect(details.getByRole('button', { name: /^Reveal/ })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/browser-board.png' });
  await browser.card(id).getByRole('button', { name: 'Approve', exact: true }).click();
  await browser.inState(id, 'done');
  await expect(browser.lane('Ready to review').locator(`[data-task-id="${id}"]`)).toContainText(
    'README.md has',
  );
  await expect(details).toContainText('committed it');
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(details.getByRole('region', { name: 'Earlier questions' })).toContainText('Approve');
  await browser.act(id, 'Mark reviewed');
  await expect(browser.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
  const { work_folder: workFolder } = readTask(server.home, id);
  expect(readFileSync(path.join(workFolder ?? '', 'FLEETBOARD-DEMO.md'), 'utf8')).toContain(
    'Show me around',
  );
  expect(complaints).toEqual([]);
});

test('Hold, Unhold and Cancel do what they do in the window', async () => {
  await browser.visit(server.url);
  const start = { agent: 'command', folder: folder.path, prompt: WAITS };
  await browser.start({ kind: 'Attempt', ...start });
  const id = await browser.taskId('sleep 600');
  await expect.poll(() => readTask(server.home, id).status).toBe('running');
  const pid = processOf(server.home, id);
  await browser.act(id, 'Hold');
  await browser.inState(id, 'awaiting');
  await expect
    .poll(() => processGroup(pid).filter(({ state }) => state !== 'T' && state !== 'D'))
    .toEqual([]);
  writeFileSync(path.join(folder.path, 'go'), '');
  await browser.act(id, 'Unhold');
  await browser.inState(id, 'done');
  expect(readTask(server.home, id)).toMatchObject({ result_digest: 'finished', generation: 1 });

  await browser.start({ kind: 'Spawn', ...start, prompt: 'echo said; sleep 601' });
  const second = await browser.taskId('echo said');
  const details = await browser.open(second);
  await expect(details.getByRole('log', { name: 'Transcript' })).toContainText('said');
  await browser.act(second, 'Cancel');
  await expect(browser.said).toContainText('Cancelled. Its processes are ended.');
  expect(workerProcessesOf(server.home)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('what failed is run again or dismissed', async () => {
  await browser.visit(server.url);
  const start = { kind: 'Spawn', agent: 'command', folder: folder.path } as const;
  await browser.start({ ...start, prompt: 'exit 7' });
  const id = await browser.taskId('exit 7');
  await browser.inState(id, 'blocked');
  await browser.act(id, 'Run again');
  await expect(browser.lane('Done').locator(`[data-task-id="${id}"]`)).toBeVisible();
  const again = browser.lane('Needs you').locator('article').filter({ hasText: 'exit 7' });
  await expect(again).toContainText('exit code 7');
  const againId = (await again.getAttribute('data-task-id')) ?? '';
  await browser.act(againId, 'Dismiss');
  await expect(browser.lane('Done').locator(`[data-task-id="${againId}"]`)).toBeVisible();
});

test('sessions take prompts and are ended, and the other screens tell what they tell', async () => {
  const { page } = browser;
  const repository = createRepository(folder.path);
  await browser.visit(server.url);
  await browser.start({ kind: 'Attempt', agent: 'demo', folder: repository, prompt: 'One' });
  const id = await browser.taskId('One');
  await browser.inState(id, 'awaiting');
  await browser.card(id).getByRole('button', { name: 'Approve', exact: true }).click();
  await browser.inState(id, 'done');

  await page.getByRole('button', { name: 'Sessions' }).click();
  const session = page.getByRole('listitem').filter({ hasText: 'One' });
  await session.getByLabel('Prompt to session').fill('Two');
  await session.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'All projects' }).click();
  const second = await browser.taskId('Two');
  await browser.inState(second, 'awaiting');
  await browser.card(second).getByRole('button', { name: 'Approve', exact: true }).click();
  await browser.inState(second, 'done');
  await page.getByRole('button', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('No session is live.')).toBeVisible();

  await page.getByRole('button', { name: 'Daemons' }).click();
  await expect(page.getByRole('main')).toContainText(`127.0.0.1:${server.port}`);
  const file = path.join(server.home, 'config.json');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('main')).toContainText(file);
  writeFileSync(
    file,
    JSON.stringify({ agents: { mine: { protocol: 'command', command: 'true' } } }),
  );
  await expect(page.getByRole('main')).toContainText('mine');
  expect(complaints).toEqual([]);
});

test('the demo starts with one press, a setting is saved, and an agent answers its test', async () => {
  const { page } = browser;
  await browser.visit(server.url);
  await page.getByRole('button', { name: 'Start the demo' }).click();
  const id = await browser.taskId('Show me what a task looks like');
  await browser.inState(id, 'awaiting');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('git commit');

  await page.getByRole('button', { name: 'Settings' }).click();
  const limit = page.getByLabel('dispatch.maxConcurrentWorkers', { exact: true });
  await limit.fill('0');
  await limit.press('Enter');
  await expect(page.getByText('Found "0". Expected a whole number from 1 to 1000.')).toBeVisible();
  await limit.fill('5');
  await limit.press('Enter');
  const file = path.join(server.home, 'config.json');
  await expect
    .poll(() => existsSync(file) && readFileSync(file, 'utf8'))
    .toContain('"maxConcurrentWorkers": 5');
  await page.getByRole('button', { name: 'Test demo' }).click();
  await expect(page.getByRole('status', { name: 'Test of demo' })).toContainText('answered in');
  await page.getByRole('checkbox', { name: /demo$/ }).uncheck();
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"notify": false');
  expect(complaints).toEqual([]);
});

test('a daemon that is killed and started again is found again, with all that happened meanwhile', async () => {
  const { page } = browser;
  await browser.visit(server.url);
  const start = { kind: 'Attempt', agent: 'command', folder: folder.path } as const;
  await browser.start({ ...start, prompt: 'sleep 600' });
  const id = await browser.taskId('sleep 600');
  await expect.poll(() => readTask(server.home, id).status).toBe('running');
  const details = await browser.open(id);

  await server.end('SIGKILL');
  const lost = page.getByRole('region', { name: 'Connection' });
  await expect(lost).toContainText('Connection lost.');
  await expect(browser.card(id)).toBeVisible();
  await browser.act(id, 'Cancel');
  await expect(page.getByRole('alert')).toContainText('could not be reached');

  await server.startAgain();
  await expect(lost).toHaveCount(0);
  await browser.inState(id, 'failed');
  await expect(details).toContainText('Run again');
  await browser.start({ ...start, prompt: 'echo back' });
  await browser.inState(await browser.taskId('echo back'), 'done');

  expect(await server.end('SIGTERM')).toBe(0);
  await expect(lost).toContainText('Connection lost.');
});
