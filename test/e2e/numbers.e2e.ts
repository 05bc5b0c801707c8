import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import type Database from 'better-sqlite3';
import { numbersSchema } from '../../shared/numbers.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { FleetboardBrowser, FleetboardServer } from '../helpers/fleetboard-browser.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { addAnswered, addEndedRun, addSettled, nameProject } from '../helpers/numbers-rows.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Sunday. In Berlin it is 13:20. */
const NOW = Date.parse('2026-11-29T12:20:00Z');
const BERLIN = { TZ: 'Europe/Berlin', LANG: 'en_GB.UTF-8' };

let folder: ReturnType<typeof temporaryFolder>;

test.beforeEach(() => {
  folder = temporaryFolder('numbers');
});
test.afterEach(() => folder.remove());

/** Sunday, Friday and a Sunday three weeks ago. */
function seed(database: Database.Database): void {
  nameProject(database, 'gate', '=cmd("north")');
  nameProject(database, 'importer', 'importer');
  const settle = (id: string, settledAt: number, tookMs: number, more = {}) =>
    addSettled(database, { id, startedAt: settledAt - tookMs, settledAt, ...more });
  settle('long-ago', NOW - 21 * DAY_MS, HOUR_MS);
  const friday = NOW - 2 * DAY_MS;
  settle('friday-1', friday, 2 * HOUR_MS);
  settle('friday-2', friday, HOUR_MS, { status: 'failed', agent: 'codex' });
  settle('friday-3', friday, HOUR_MS, { status: 'cancelled', agent: 'codex' });
  const sunday = NOW - HOUR_MS;
  settle('sunday', sunday, 2 * HOUR_MS);
  addAnswered(database, {
    ...{ taskId: 'sunday', askedAt: sunday - HOUR_MS, closedAt: sunday - HOUR_MS / 2 },
  });
  const attempt = { startedAt: sunday - HOUR_MS, settledAt: sunday };
  addEndedRun(database, {
    ...{ id: 'passed', agent: 'codex', endedAt: sunday },
    attempts: [
      { ...attempt, cost: { amount: 1.25, currency: 'USD' } },
      { ...attempt, cost: { amount: 0.5, currency: 'USD' } },
    ],
  });
  addEndedRun(database, {
    ...{ id: 'exhausted', agent: 'codex', project: 'importer', endedAt: sunday },
    reason: 'exhausted',
    attempts: [{ ...attempt, cost: { amount: 3, currency: 'EUR' } }, attempt],
  });
}

async function showNumbers(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await page.getByRole('heading', { name: 'Numbers' }).waitFor();
}

const chart = (page: Page, name: string) => page.getByRole('slider', { name });
const section = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .last();

async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('what settled is counted, shown as charts and as tables, and saved', async () => {
  test.setTimeout(180_000);
  const window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    environment: BERLIN,
  });
  const { page } = window;
  try {
    await showNumbers(page);
    await expect(page.getByText('Nothing has settled in this time.')).toBeVisible();
    await expectAccessible(page, 'nothing');

    // Written while the screen is shown: it reads again.
    changeRows(window.home, seed);
    const settled = section(page, 'Settled');
    await expect(settled).toContainText('7 daysDone3Failed2Cancelled1', { timeout: 60_000 });
    const time = section(page, 'Time');
    await expect(time).toContainText('7 daysAt work9h 30mWaiting for people30m');
    const agents = section(page, 'Success by agent');
    await expect(agents.getByRole('listitem')).toHaveText([
      'codex1 of 3, runs 1 of 233%',
      'claude2 of 2100%',
    ]);
    const costs = section(page, 'Cost by project');
    await expect(costs.getByRole('listitem')).toHaveText([
      'importer1 task3.00 EUR',
      '=cmd("north")2 tasks1.75 USD',
    ]);
    await expect(costs).toContainText('Of 5 tasks the agent named no cost.');

    // By keyboard, one column after the other.
    const columns = chart(page, 'Settled by day');
    await columns.focus();
    await expect(columns).toHaveAttribute('aria-valuetext', /29.*: 2 done, 1 failed, 0 cancelled/);
    await columns.press('ArrowLeft');
    await columns.press('ArrowLeft');
    await expect(columns).toHaveAttribute('aria-valuetext', /27.*: 1 done, 1 failed, 1 cancelled/);
    await expect(settled).toContainText('Done1Failed1Cancelled1');
    await columns.press('Home');
    await columns.press('ArrowLeft');
    await expect(columns).toHaveAttribute('aria-valuetext', /23.*: 0 done/);
    await columns.blur();
    // By pointer: the last seventh is the Sunday.
    const box = await columns.boundingBox();
    if (box === null) throw new Error('the chart is not shown');
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await expect(settled).toContainText('Done2Failed1Cancelled0');
    await page.mouse.move(0, 0);
    await expect(settled).toContainText('7 days');
    await expectAccessible(page, 'charts');

    const table = page.getByRole('table', { name: 'Settled by day' });
    await expect(table.getByRole('row')).toHaveCount(8);
    await page.getByRole('button', { name: 'As table' }).click();
    await expect(columns).toHaveCount(0);
    await expect(table.getByRole('row').last()).toHaveText(/29.*210$/);
    await expect(page.getByRole('table', { name: 'Success by agent' })).toContainText(
      'codex12133%11',
    );
    await expectAccessible(page, 'tables');
    await page.getByRole('button', { name: 'As table' }).click();

    await expect(chart(page, 'Settled by day')).toBeVisible();
    await page.getByRole('radio', { name: 'Day' }).check();
    await expect(chart(page, 'Settled by hour')).toHaveAttribute('aria-valuemax', '23');
    await expect(settled).toContainText('24 hoursDone2Failed1Cancelled0');
    await page.getByRole('radio', { name: 'Month' }).check();
    await expect(settled).toContainText('30 daysDone4Failed2Cancelled1');
    await page.getByRole('button', { name: 'Earlier' }).click();
    await expect(page.getByText('Nothing settled in this time.')).toBeVisible();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(settled).toContainText('30 daysDone4Failed2Cancelled1');

    await page.getByRole('radio', { name: 'Week' }).check();
    await expect(settled).toContainText('7 daysDone3');
    const csv = await savedFile(window, 'Save as CSV');
    expect(csv.name).toBe('fleetboard-numbers-week-2026-11-29.csv');
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toBe('measure,from,to,agent,project,currency,value');
    expect(lines).toContain('tasks_done,2026-11-27T00:00:00+01:00,2026-11-28T00:00:00+01:00,,,,1');
    expect(lines).toContain(
      `cost,2026-11-23T00:00:00+01:00,2026-11-30T00:00:00+01:00,,"'=cmd(""north"")",USD,1.75`,
    );
    const json = await savedFile(window, 'Save as JSON');
    expect(json.name).toBe('fleetboard-numbers-week-2026-11-29.json');
    const saved = numbersSchema.parse(JSON.parse(json.text));
    expect(saved).toMatchObject({
      span: 'week',
      timeZone: 'Europe/Berlin',
      withoutCost: 5,
    });
  } finally {
    await window.close();
  }
});

/** Saves as if the person had chosen the file that the dialog proposes, in a folder of the test. */
async function savedFile(window: FleetboardWindow, button: string) {
  const target = path.join(folder.path, button.replaceAll(' ', '-'));
  const saving = window.application.evaluate(
    ({ session }, file) =>
      new Promise<{ name: string; proposed: string; state: string }>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          const proposed = item.getSaveDialogOptions().defaultPath ?? '';
          item.setSavePath(file);
          item.once('done', (_done, state) =>
            resolve({ name: item.getFilename(), proposed, state }),
          );
        });
      }),
    target,
  );
  await window.page.getByRole('button', { name: button }).click();
  const { name, proposed, state } = await saving;
  expect(state).toBe('completed');
  expect(path.basename(proposed)).toBe(name);
  return { name, text: readFileSync(target, 'utf8') };
}

test('a page saves its own files and nothing else', async () => {
  const window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  try {
    for (const name of ['fleetboard-numbers-week-2026-11-29.csv.exe', 'notes.txt']) {
      const denied = window.application.evaluate(
        ({ session }) =>
          new Promise<boolean>((resolve) => {
            session.defaultSession.once('will-download', (event) =>
              resolve(event.defaultPrevented),
            );
          }),
      );
      await window.page.evaluate((download) => {
        const url = URL.createObjectURL(new Blob(['x']));
        Object.assign(document.createElement('a'), { href: url, download }).click();
      }, name);
      expect(await denied, name).toBe(true);
    }
  } finally {
    await window.close();
  }
});

test('that nothing settled in a day is not said of the month that is still being counted', async () => {
  test.setTimeout(120_000);
  const server = await FleetboardServer.start({ home: path.join(folder.path, 'home') });
  const browser = await FleetboardBrowser.launch();
  try {
    await browser.visit(server.url);
    const { page } = browser;
    await showNumbers(page);
    const nothing = page.getByText('Nothing has settled in this time.');
    await expect(nothing).toBeVisible();
    let count = () => {};
    const counted = new Promise<void>((resolve) => {
      count = resolve;
    });
    await page.route('**/v1/call/numbers.read', async (route) => {
      await counted;
      await route.continue();
    });
    await page.getByRole('radio', { name: 'Month' }).check();
    await expect(page.getByText('Counting…')).toBeAttached();
    await expect(nothing).toHaveCount(0);
    count();
    await expect(nothing).toBeVisible();
  } finally {
    await browser.close();
    await server.end('SIGTERM');
  }
});

test('a browser gets there by the palette, and downloads them', async () => {
  test.setTimeout(120_000);
  const server = await FleetboardServer.start({ home: path.join(folder.path, 'home') });
  const browser = await FleetboardBrowser.launch();
  try {
    changeRows(server.home, seed);
    await browser.visit(server.url);
    const { page } = browser;
    await page.clock.setFixedTime(NOW);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go to numbers');
    await page.keyboard.press('Enter');
    await expect(section(page, 'Settled')).toContainText('7 daysDone3');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('fleetboard-numbers-week-2026-11-29.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('runs_passed,');
  } finally {
    await browser.close();
    await server.end('SIGTERM');
  }
});
