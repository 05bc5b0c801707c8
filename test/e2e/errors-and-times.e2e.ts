import { expect, test } from '@playwright/test';
import { WORK_ERRORS } from '../../shared/work-errors.ts';
import { COMPANY } from '../helpers/screens/company.ts';
import { CompanyWindow } from '../helpers/screens/company-window.ts';

let company: CompanyWindow;

test.beforeEach(async () => {
  company = await CompanyWindow.open();
});
test.afterEach(() => company.close());

test('an error is copied whole: its code, what happened, and what to do', async () => {
  const { window } = company;
  const details = await window.open(COMPANY.blocked);
  await details.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await window.copied()).toBe(
    [
      'agent_exited_without_answer',
      'The agent exited with code 1 before it answered.',
      WORK_ERRORS.agent_exited_without_answer.nextStep,
    ].join('\n'),
  );

  await window.act(COMPANY.ofOther, 'Hold');
  await window.page.getByRole('button', { name: 'Copy message' }).click();
  await expect(
    window.page.getByRole('alert').getByRole('button', { name: 'Copied' }),
  ).toBeVisible();
  expect(await window.copied()).toBe(
    [
      'not_owner',
      'Send invoices once a month',
      'Another daemon (127.0.0.1:7461) owns this attempt.',
    ].join('\n'),
  );
});

test('a time is relative, and exact on hover and in the details', async () => {
  const { window, seededAt } = company;
  const createdAt = new Date(seededAt - 94 * 60_000);
  const time = window.card(COMPANY.blocked).locator('time').first();
  await expect(time).toHaveText('1h');
  await expect(time).toHaveAttribute('datetime', createdAt.toISOString());
  await expect(time).toHaveAttribute('title', new RegExp(createdAt.toISOString()));

  const details = await window.open(COMPANY.blocked);
  await details.getByRole('tab', { name: 'Facts' }).click();
  const created = details
    .getByRole('definition')
    .filter({ has: window.page.locator('time') })
    .first();
  await expect(created).toContainText(/\d\d:\d\d:\d\d/);
});

test('a time is exact by keyboard too: while it stands on the card, on the row, or on the time', async () => {
  const { window, seededAt } = company;
  const { page } = window;
  const exact = await page.evaluate(
    (at) => {
      const time = {
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      } as const;
      return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', ...time }).format(
        at,
      );
    },
    seededAt - 94 * 60_000,
  );
  const card = window.card(COMPANY.blocked);
  expect(await card.ariaSnapshot()).not.toContain(exact);
  // By keyboard: a card that was pressed has the focus as well, and does not change under the pointer.
  await page.getByRole('article').first().focus();
  await page.keyboard.press('j');
  while (!(await card.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('j');
  }
  await expect.poll(() => card.ariaSnapshot()).toContain(`time: ${exact} · 1h`);
  await page.keyboard.press('k');
  await expect.poll(() => card.ariaSnapshot()).not.toContain(exact);

  await page.getByRole('button', { name: 'Sessions' }).click();
  const session = page.locator('[data-session-id]').first();
  await expect(session.locator('time').first()).toBeVisible();
  expect(await session.ariaSnapshot()).not.toMatch(/time: .*\d\d:\d\d:\d\d/);
  await session.getByRole('button').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => session.ariaSnapshot()).toMatch(/time: .*\d\d:\d\d:\d\d · /);

  await page.getByRole('button', { name: 'Daemons' }).press('Enter');
  const heartbeat = page.locator('[data-daemon] time').first();
  await expect(heartbeat).toHaveText(/ago$/);
  while (!(await heartbeat.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await expect.poll(() => heartbeat.ariaSnapshot()).toMatch(/time: .* ago \(.*\d\d:\d\d:\d\d\)/);
});

test('nothing moves for those who want no motion', async () => {
  const { window } = company;
  await window.page.emulateMedia({ reducedMotion: 'reduce' });
  await window.act(COMPANY.heldByHand, 'Cancel');
  await window.open(COMPANY.asking);
  const moving = await window.page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return /[1-9]/.test(transitionDuration) || animationName !== 'none';
      })
      .map((element) => `${element.tagName}.${element.className}`),
  );
  expect(moving).toEqual([]);
  await window.page.keyboard.press('z');
});
