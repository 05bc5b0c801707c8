import { expect, type Locator, type Page, test } from '@playwright/test';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyBrowser } from '../helpers/screens/company-browser.ts';

const LOST = /^connection_lost\nThe daemon could not be reached/;

let company: CompanyBrowser;
let page: Page;

test.beforeEach(async () => {
  test.setTimeout(180_000);
  company = await CompanyBrowser.open();
  page = company.browser.page;
});
test.afterEach(() => company.close());

/** Presses the Copy button of what says why something was not done, and looks at what that copied. */
async function expectCopied(refusal: Locator, text: RegExp): Promise<void> {
  await test.step(`copied: ${text.source}`, async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await refusal.getByRole('button', { name: /^Copy( message)?$/ }).click();
    await expect.poll(() => company.copied()).toMatch(text);
  });
}

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('every refusal of a dialog, a form and a setting can be copied, with its code', async () => {
  const { runs } = company;
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  // What is read once, while there is somebody to read it from.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Limits' }).waitFor();
  await page.getByRole('button', { name: 'All projects' }).click();
  await company.loseDaemon();

  for (const kind of ['Single task', 'Loop run']) {
    await test.step(kind, async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await dialog.getByRole('radio', { name: kind }).check();
      await dialog.getByRole('button', { name: 'Start', exact: true }).click();
      await expectCopied(alert, LOST);
      await closeDialog();
    });
  }

  for (const [run, command, press] of [
    [COMPANY.reviewed, 'Discard', null],
    [COMPANY.reviewed, 'Merge', null],
    [COMPANY.published, 'Continue', 'Continue'],
    [COMPANY.published, 'Merge', 'Merge on the forge'],
    [COMPANY.published, 'Release', 'Release'],
  ] as const) {
    await test.step(`${command} ${run}`, async () => {
      await runs.row(run).focus();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(command);
      await dialog.getByRole('option', { name: command }).first().click();
      if (press !== null) {
        await dialog.getByRole('button', { name: press, exact: true }).click();
      }
      await expectCopied(alert, LOST);
      await closeDialog();
    });
  }
  await expectCopied(await runs.review(COMPANY.reviewed), LOST);

  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('region', { name: 'Settings' });
  await expectCopied(settings.getByRole('alert').first(), LOST);
  const limit = settings.locator('[data-setting="dispatch.failureLimit"]');
  await limit.getByRole('textbox').fill('7');
  await limit.getByRole('textbox').press('Enter');
  await expectCopied(limit.getByRole('alert'), LOST);
  await limit.getByRole('textbox').press('Escape');
  for (const [add, name, fields] of [
    ['Add an agent', 'New agent', { Name: 'mine', Command: 'mine' }],
    ['Add a profile', 'New profile', { Name: 'mine' }],
  ] as const) {
    await test.step(name, async () => {
      await settings.getByRole('button', { name: add }).click();
      const form = settings.getByRole('form', { name });
      for (const [label, value] of Object.entries(fields)) {
        await form.getByLabel(label, { exact: true }).fill(value);
      }
      await form.getByRole('button', { name: 'Save' }).click();
      await expectCopied(form.getByRole('alert'), LOST);
      await form.getByRole('button', { name: 'Cancel' }).click();
    });
  }
  const shop = settings.getByRole('listitem').filter({ hasText: `${company.folder}/shop` });
  await shop.getByRole('checkbox').click();
  await expectCopied(shop.getByRole('alert'), /The daemon could not be reached/);
  await settings.getByRole('button', { name: 'Test claude' }).click();
  await expectCopied(settings.getByRole('status', { name: 'Test of claude' }), LOST);
  await settings.getByRole('button', { name: 'Remove gemini' }).click();
  await settings.getByRole('button', { name: 'Really remove gemini' }).click();
  await expectCopied(
    page.getByRole('alert').filter({ hasText: /^gemini/ }),
    /The daemon could not be reached/,
  );
});

test('a value that will not do is copied with the name of its field', async () => {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Single task' }).check();
  await dialog.getByLabel('Folder', { exact: true }).fill('shop');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  const problems = dialog.getByRole('button', { name: 'Copy problem' });
  await expect(problems).toHaveCount(2);
  await problems.first().click();
  await expect.poll(() => company.copied()).toMatch(/^prompt: found nothing\. Expected /);
  await problems.last().click();
  await expect.poll(() => company.copied()).toMatch(/^folder: found "shop".*Expected /);
  // The button is a way to copy, and no part of what describes the field.
  const described = await dialog.getByLabel('Folder', { exact: true }).evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
  expect(described).not.toContain('Cop');
});
