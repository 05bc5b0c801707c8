import { expect, type Page, test } from '@playwright/test';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyWindow } from '../helpers/screens/company-window.ts';

let company: CompanyWindow;
let page: Page;

test.beforeEach(async () => {
  company = await CompanyWindow.open();
  ({ page } = company.window);
});
test.afterEach(() => company.close());

function ground(): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

test('more contrast comes with the system, or is chosen and kept', async () => {
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'no-preference' });
  await expect.poll(ground).toBe('rgb(20, 20, 23)');
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
  await expect.poll(ground).toBe('rgb(0, 0, 0)');

  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('high contrast dark');
  await page.getByRole('option', { name: 'Theme: high contrast, dark' }).click();
  await expect.poll(ground).toBe('rgb(0, 0, 0)');
  await page.reload();
  await company.window.card(COMPANY.asking).waitFor();
  expect(await ground()).toBe('rgb(0, 0, 0)');
});

test('under forced colours the marks, the choice and the focus can still be seen', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await company.window.open(COMPANY.asking);
  const card = company.window.card(COMPANY.asking);
  const seen = await card.evaluate((element) => {
    const mark = getComputedStyle(element, '::before').backgroundColor;
    const { backgroundColor, outlineStyle } = getComputedStyle(element);
    return { isMarked: mark !== backgroundColor, outlineStyle };
  });
  expect(seen).toEqual({ isMarked: true, outlineStyle: 'solid' });

  await page.keyboard.press('j');
  const focused = page.locator('article:focus');
  await focused.waitFor();
  expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe(
    'double',
  );
});
