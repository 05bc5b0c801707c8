import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Route, test } from '@playwright/test';
import { FleetboardBrowser, FleetboardServer } from '../helpers/fleetboard-browser.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const CONTENT = '{ "dispatch": { "maxConcurrentWorkers": 3 } }';

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let server: FleetboardServer;
let browser: FleetboardBrowser;
/** Each write of the page, held up until it is let through. */
let held: Route[];

test.beforeEach(async () => {
  folder = temporaryFolder('settings-under-way');
  const home = path.join(folder.path, 'home');
  file = path.join(home, 'config.json');
  mkdirSync(home);
  writeFileSync(file, CONTENT);
  server = await FleetboardServer.start({ home });
  browser = await FleetboardBrowser.launch();
  await browser.visit(server.url);
  held = [];
  await browser.page.route('**/v1/call/settings.write*', (route) => {
    held.push(route);
  });
  await browser.page.getByRole('button', { name: 'Settings' }).click();
});
test.afterEach(async () => {
  await browser.close();
  await server.end('SIGTERM');
  folder.remove();
});

const workersInFile = () => /"maxConcurrentWorkers": (\d+)/.exec(readFileSync(file, 'utf8'))?.[1];
const field = () => browser.page.getByLabel('dispatch.maxConcurrentWorkers', { exact: true });
const row = () => browser.page.locator('[data-setting="dispatch.maxConcurrentWorkers"]');

/** Waits for the write of that number, and leaves it where it is. */
async function underWay(number: number): Promise<void> {
  await expect.poll(() => held.length).toBe(number);
}

test('what is typed while a value is written stays, and is written when it is left or entered', async () => {
  await field().fill('7');
  await field().press('Enter');
  await underWay(1);
  await field().fill('8');
  const readAgain = browser.page.waitForResponse('**/v1/call/settings.read*');
  await held[0]?.continue();
  await readAgain;
  expect(workersInFile()).toBe('7');
  await expect(field()).toHaveValue('8');
  await field().press('Enter');
  await underWay(2);
  await held[1]?.continue();
  await expect(row().getByRole('status')).toHaveText('Saved');
  await expect(field()).toHaveValue('8');
  expect(workersInFile()).toBe('8');

  // Entered, or left, before the earlier one is written: it follows by itself.
  await field().fill('9');
  await field().press('Enter');
  await underWay(3);
  await field().fill('10');
  await field().press('Enter');
  await held[2]?.continue();
  await underWay(4);
  await field().fill('11');
  await field().blur();
  await expect(field()).toHaveValue('11');
  await held[3]?.continue();
  await underWay(5);
  expect(workersInFile()).toBe('10');
  await held[4]?.continue();
  await expect(row().getByRole('status')).toHaveText('Saved');
  await expect(field()).toHaveValue('11');
  expect(workersInFile()).toBe('11');
  await expect(row().getByRole('alert')).toHaveCount(0);
});

test('what is typed during a refused write follows it, and a wrong value is said then', async () => {
  await field().fill('7');
  await field().press('Enter');
  await underWay(1);
  await field().fill('many');
  await field().press('Enter');
  await held[0]?.continue();
  await expect(row()).toContainText('Found "many". Expected a whole number');
  await expect(field()).toHaveValue('many');
  expect(workersInFile()).toBe('7');

  await field().fill('8');
  await field().press('Enter');
  await underWay(2);
  await field().fill('9');
  await field().press('Enter');
  await held[1]?.abort();
  await underWay(3);
  await held[2]?.continue();
  await expect(row().getByRole('status')).toHaveText('Saved');
  expect(workersInFile()).toBe('9');
});
