import { expect, test } from '@playwright/test';
import { expectAccessible } from '../helpers/expect-accessible.ts';
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
