import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../helpers/expect-accessible.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { freePort } from '../helpers/free-port.ts';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyWindow } from '../helpers/screens/company-window.ts';
import { coloursOf, decodePng, encodeSmall } from '../helpers/screens/png.ts';
import { backToBoard, SCREENS } from '../helpers/screens/screens.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** `npm run screens` writes them anew; the test otherwise makes them elsewhere, and looks at those that are kept. */
const IS_WRITING = process.env.FLEETBOARD_SCREENS === 'write';
const KEPT = path.resolve(import.meta.dirname, '../../docs/screens');
const MADE = IS_WRITING ? KEPT : path.resolve(import.meta.dirname, '../../test-results/screens');

const SIZE = { width: 1_440, height: 900 };
const THEMES = ['light', 'dark'] as const;
/** A picture of this many is of an interface, not of an empty window. */
const LEAST_COLOURS = 40;
const MOST_BYTES = 200_000;
const NAMES = ['first-run', ...SCREENS.map(({ name }) => name), 'failed-start'];

async function take(page: Page, name: string): Promise<void> {
  mkdirSync(MADE, { recursive: true });
  // Wherever the pointer of the machine is: it is over nothing.
  await page.mouse.move(0, 0);
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const picture = decodePng(await page.screenshot({ caret: 'hide', animations: 'disabled' }));
    writeFileSync(path.join(MADE, `${name}-${theme}.png`), encodeSmall(picture));
  }
}

test('every screen has its pictures in docs/screens, and each can be made now', async () => {
  test.setTimeout(300_000);
  const company = await CompanyWindow.open({
    isForShow: IS_WRITING,
    size: SIZE,
    whileEmpty: ({ page }) => take(page, 'first-run'),
  });
  const { page } = company.window;
  try {
    // A minute may pass until the last of them; what was two minutes ago stays so.
    await page.clock.setFixedTime(company.seededAt);
    await company.window.card(COMPANY.asking).getByText('25m', { exact: true }).waitFor();
    for (const { name, show } of SCREENS) {
      await test.step(name, async () => {
        await show(company);
        await take(page, name);
        await backToBoard(company);
      });
    }
    const buttons = await page.locator('nav[aria-label="Fleetboard"] button').all();
    const projects = ['All projects', 'api', 'docs', 'shop'];
    const titles = await Promise.all(buttons.map((button) => button.getAttribute('title')));
    const screens = titles.filter((title) => title !== null && !projects.includes(title));
    const unknown = screens.filter((title) => !NAMES.includes(`${title}`.toLowerCase()));
    expect(unknown, 'screens without a line in test/helpers/screens/screens.ts').toEqual([]);
  } finally {
    await company.close();
  }
  await takeFailedStart();

  const files = NAMES.flatMap((name) => THEMES.map((theme) => `${name}-${theme}.png`));
  expect(readdirSync(KEPT).sort(), 'npm run screens takes them anew').toEqual(files.sort());
  for (const file of files) {
    for (const folder of new Set([MADE, KEPT])) {
      const bytes = readFileSync(path.join(folder, file));
      const picture = decodePng(bytes);
      const { width, height } = picture;
      expect({ width, height }, file).toEqual(SIZE);
      expect(coloursOf(picture).size, `${file} is not empty`).toBeGreaterThan(LEAST_COLOURS);
      expect(bytes.length, file).toBeLessThan(MOST_BYTES);
    }
  }
});

/** Something else is at the address of the daemon. */
async function takeFailedStart(): Promise<void> {
  const folder = temporaryFolder('failed-start');
  const port = IS_WRITING ? 7455 : await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const home = path.join(folder.path, 'home');
  const window = await FleetboardWindow.launch({ home, port, expect: 'problem' });
  try {
    await window.resize(SIZE);
    await take(window.page, 'failed-start');
    await expectAccessible(window.page, 'failed start');
  } finally {
    await window.close();
    server.close();
    folder.remove();
  }
}
