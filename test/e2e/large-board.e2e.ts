import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readRows } from '../helpers/database-reader.ts';
import { changeRows } from '../helpers/database-writer.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { seedBoard } from '../helpers/seeded-board.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const TASKS = 3_000;

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let live: readonly string[];

test.beforeEach(async () => {
  folder = temporaryFolder('large-board');
  const home = path.join(folder.path, 'home');
  live = seedBoard(home, TASKS);
  window = await FleetboardWindow.launch({ home });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

const cards = () => window.page.locator('article.card');
/** The newest is at the top of its lane. */
const newest = () => live.at(-1) ?? '';
const oldest = () => live[0] ?? '';

test('of thousands of cards only those near what is in view exist, and each is there when it is scrolled to', async () => {
  for (const [lane, count] of [
    ['Working', 500],
    ['Ready to review', 1_250],
    ['Done', 1_250],
  ] as const) {
    await expect(window.lane(lane).getByRole('heading', { level: 2 })).toHaveText(
      `${lane}${count}`,
    );
  }
  expect(await cards().count()).toBeLessThan(200);
  await expect(window.card(newest())).toBeVisible();
  await expect(window.card(oldest())).toHaveCount(0);

  const lane = window.lane('Working');
  await expect(async () => {
    await lane.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(window.card(oldest())).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(window.card(newest())).toHaveCount(0);
  expect(await cards().count()).toBeLessThan(250);

  changeRows(window.home, (database) => {
    database
      .prepare(
        `UPDATE dispatch_tasks SET prompt = 'Another title', revision = (SELECT revision + 1 FROM board) WHERE id = ?`,
      )
      .run(newest());
  });
  await lane.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(window.card(newest()).getByRole('heading')).toHaveText('Another title');
});

test('the keyboard goes through cards that do not exist yet, and stands where it is while the lane scrolls', async () => {
  const { page } = window;
  const order = readRows<{ id: string }>(
    window.home,
    `SELECT id FROM dispatch_tasks WHERE status = 'running' ORDER BY created_at DESC`,
  );
  await window.card(newest()).focus();
  for (const { id } of order.slice(1, 60)) {
    await page.keyboard.press('j');
    await expect(window.card(id)).toBeFocused();
  }
  const standing = window.card(order[59]?.id ?? '');
  await expect(standing).toBeInViewport();
  await window
    .lane('Working')
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(window.card(oldest())).toBeVisible();
  await expect(standing).toBeFocused();
  await page.keyboard.press('k');
  await expect(window.card(order[58]?.id ?? '')).toBeFocused();
  await expect(window.card(order[58]?.id ?? '')).toBeInViewport();
});
