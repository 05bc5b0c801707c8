import { expect, test } from '@playwright/test';
import { expectAccessible, ONE_THEME } from '../helpers/expect-accessible.ts';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyBrowser } from '../helpers/screens/company-browser.ts';
import { CompanyWindow } from '../helpers/screens/company-window.ts';
import { focusFaults } from '../helpers/screens/focus-faults.ts';
import { layoutFaults, placesOfParts } from '../helpers/screens/layout-faults.ts';
import { backToBoard, SCREENS, STATES } from '../helpers/screens/screens.ts';

/** Goes through all of them in one window. */
async function onEveryScreen(
  company: CompanyWindow,
  look: (name: string) => Promise<void>,
): Promise<void> {
  for (const { name, show } of [...SCREENS, ...STATES]) {
    await test.step(name, async () => {
      await show(company);
      await look(name);
      await backToBoard(company);
    });
  }
}

test('axe finds nothing on any screen, in any of its states, in any theme', async () => {
  test.setTimeout(400_000);
  const company = await CompanyWindow.open({
    whileEmpty: ({ page }) => expectAccessible(page, 'first run'),
  });
  try {
    await onEveryScreen(company, (name) => expectAccessible(company.window.page, name));
  } finally {
    await company.close();
  }
});

test('axe finds nothing in a window of 700 pixels', async () => {
  test.setTimeout(400_000);
  const company = await CompanyWindow.open({ size: { width: 700, height: 900 } });
  try {
    await onEveryScreen(company, (name) =>
      expectAccessible(company.window.page, `${name}, 700 pixels wide`, ONE_THEME),
    );
  } finally {
    await company.close();
  }
});

test('axe finds nothing on a page that lost its daemon, whatever is open', async () => {
  test.setTimeout(400_000);
  const company = await CompanyBrowser.open();
  const { page } = company.browser;
  const dialog = page.getByRole('dialog');
  try {
    const details = await company.browser.open(COMPANY.asking);
    await details.getByRole('tabpanel', { name: 'Transcript' }).waitFor();
    await company.loseDaemon();
    await expectAccessible(page, 'details of a lost daemon');
    await page.getByRole('button', { name: 'What to do' }).click();
    await company.browser.act(COMPANY.heldByHand, 'Unhold');
    await page.getByRole('button', { name: 'Dismiss message' }).waitFor();
    await expectAccessible(page, 'advice and a refusal');
    await page.setViewportSize({ width: 700, height: 900 });
    await expectAccessible(page, 'the same, 700 pixels wide', ONE_THEME);
    await page.setViewportSize({ width: 1_500, height: 900 });

    await page.getByRole('button', { name: 'New', exact: true }).click();
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page, 'a form that was refused');
    await page.keyboard.press('Escape');
    for (const screen of ['Settings', 'Numbers', 'Sessions', 'Daemons']) {
      await page.getByRole('navigation').getByRole('button', { name: screen }).click();
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
      await expectAccessible(page, `${screen} of a lost daemon`, ONE_THEME);
    }
  } finally {
    await company.close();
  }
});

test('nothing is cut in a window of 700 pixels, at 200 %, and from right to left', async () => {
  test.setTimeout(400_000);
  const company = await CompanyWindow.open();
  const { page } = company.window;
  try {
    await company.window.resize({ width: 700, height: 900 });
    await onEveryScreen(company, async (name) => {
      expect.soft(await layoutFaults(page), `${name}, 700 pixels wide`).toEqual([]);

      await company.zoom(2, { width: 1_440, height: 900 });
      expect.soft(await layoutFaults(page), `${name}, at 200 %`).toEqual([]);

      await company.zoom(1, { width: 1_440, height: 900 });
      await company.direct('rtl');
      expect.soft(await layoutFaults(page), `${name}, right to left`).toEqual([]);
      const { rail, main, details } = await placesOfParts(page);
      expect.soft(rail, `${name}: the rail is at the right`).toBeGreaterThan(main);
      if (details !== null) expect.soft(details, `${name}: details at the left`).toBe(0);

      await company.direct('ltr');
      await company.window.resize({ width: 700, height: 900 });
    });
  } finally {
    await company.close();
  }
});

test('the focus goes around every screen and is never out of sight', async () => {
  test.setTimeout(400_000);
  const company = await CompanyWindow.open({ size: { width: 1_000, height: 700 } });
  try {
    await onEveryScreen(company, async (name) => {
      expect.soft(await focusFaults(company.window.page), name).toEqual([]);
    });
  } finally {
    await company.close();
  }
});
