import { expect } from '@playwright/test';
import { COMPANY } from './company.ts';
import type { CompanyWindow } from './company-window.ts';

export interface Screen {
  /** Of its pictures in docs/screens, and of the button in the rail where it has one. */
  readonly name: string;
  /** From the board with nothing open; resolves when all of it is there. */
  readonly show: (company: CompanyWindow) => Promise<void>;
}

/** Every screen that has pictures: one line for each. */
export const SCREENS: readonly Screen[] = [
  { name: 'board', show: async () => {} },
  { name: 'details', show: (company) => task(company, COMPANY.asking, 'Transcript') },
  { name: 'failed-task', show: (company) => task(company, COMPANY.blocked, 'Facts') },
  { name: 'run', show: (company) => run(company, COMPANY.looping, 'Attempts') },
  { name: 'pull-request', show: (company) => run(company, COMPANY.published, 'Pull request') },
  { name: 'review', show: review },
  { name: 'merge', show: merge },
  { name: 'new-task', show: newTask },
  { name: 'new-run', show: newRun },
  { name: 'palette', show: palette },
  { name: 'keys', show: keys },
  { name: 'sessions', show: (company) => inRail(company, 'Sessions') },
  { name: 'daemons', show: (company) => inRail(company, 'Daemons') },
  { name: 'numbers', show: numbers },
  { name: 'settings', show: (company) => inRail(company, 'Settings') },
];

/** States of those that have no pictures of their own, and must be as usable. */
export const STATES: readonly Screen[] = [
  { name: 'board, filtered to nothing', show: (company) => filter(company, 'agent:nobody') },
  { name: 'board, filtered', show: (company) => filter(company, 'agent:claude') },
  { name: 'board, a card with the focus', show: focusedCard },
  { name: 'board, a run unfolded', show: unfoldedRun },
  { name: 'board, a refusal', show: refusal },
  { name: 'details, facts', show: (company) => task(company, COMPANY.asking, 'Facts') },
  { name: 'details, history', show: (company) => task(company, COMPANY.asking, 'History') },
  { name: 'details, held by hand', show: (company) => task(company, COMPANY.heldByHand, 'Facts') },
  { name: 'details, working', show: (company) => task(company, COMPANY.working, 'Transcript') },
  { name: 'details, queued', show: (company) => task(company, COMPANY.queued, 'Transcript') },
  { name: 'details, a result', show: (company) => task(company, COMPANY.scouted, 'Transcript') },
  { name: 'details, dismissed', show: (company) => task(company, COMPANY.dismissed, 'History') },
  { name: 'run, questions', show: (company) => run(company, COMPANY.looping, 'Questions') },
  { name: 'run, facts', show: (company) => run(company, COMPANY.looping, 'Facts') },
  { name: 'run, history', show: (company) => run(company, COMPANY.reviewed, 'History') },
  { name: 'review, side by side', show: sideBySide },
  { name: 'review, a comment', show: comment },
  { name: 'discard', show: discard },
  { name: 'new task, refused', show: refusedTask },
  // Sent when nobody undoes it in time, so nothing comes after it.
  { name: 'board, a cancel to come', show: pendingCancel },
];

/** Back to the board with nothing open, whatever is shown. */
export async function backToBoard({ window: { page } }: CompanyWindow): Promise<void> {
  for (const dialog of await page.getByRole('dialog').all()) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'All projects' }).click();
  const close = page.getByRole('button', { name: 'Close details' });
  if ((await close.count()) > 0) await close.click();
  for (const name of ['Clear filter', 'Undo', 'Dismiss message']) {
    const button = page.getByRole('button', { name, exact: true });
    while ((await button.count()) > 0) await button.last().click();
  }
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function task({ window }: CompanyWindow, id: string, tab: string): Promise<void> {
  const details = await window.open(id);
  await details.getByRole('tab', { name: tab }).click();
  await details.getByRole('tabpanel', { name: tab }).waitFor();
  await window.page.mouse.move(0, 0);
}

async function numbers(company: CompanyWindow): Promise<void> {
  await inRail(company, 'Numbers');
  await company.window.page.getByRole('slider').first().waitFor();
}

async function run({ runs }: CompanyWindow, id: string, tab: string): Promise<void> {
  const details = await runs.open(id);
  await details.getByRole('tab', { name: tab }).click();
  await details.getByRole('tabpanel', { name: tab }).waitFor();
  await runs.page.mouse.move(0, 0);
}

async function review({ runs }: CompanyWindow): Promise<void> {
  const shown = await runs.review(COMPANY.reviewed);
  // Colours come in an idle moment after the lines.
  await shown.locator('[data-look="keyword"]').first().waitFor();
  await runs.page.mouse.move(0, 0);
}

async function sideBySide(company: CompanyWindow): Promise<void> {
  await review(company);
  await company.window.page.getByRole('radio', { name: 'Split' }).check();
}

async function comment(company: CompanyWindow): Promise<void> {
  await review(company);
  await company.window.page
    .getByRole('button', { name: /added line/i })
    .first()
    .click();
  await company.window.page.getByRole('textbox').first().fill('Why a function of its own?');
}

async function merge(company: CompanyWindow): Promise<void> {
  await review(company);
  const { page } = company.window;
  await page
    .getByRole('button', { name: /^Merge/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Merge/ })).toBeVisible();
}

async function discard({ window: { page }, runs }: CompanyWindow): Promise<void> {
  const details = await runs.open(COMPANY.reviewed);
  await details.getByRole('button', { name: 'Discard…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Discard/ })
    .waitFor();
}

async function newTask({ window: { page }, folder }: CompanyWindow): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Single task' }).check();
  await dialog.getByRole('radio', { name: 'Spawn' }).check();
  await dialog.getByLabel('Agent', { exact: true }).selectOption('claude');
  await dialog
    .getByLabel('Prompt', { exact: true })
    .fill('Show the delivery date on the order page');
  await dialog.getByLabel('Folder', { exact: true }).fill(`${folder}/shop`);
}

async function refusedTask({ window: { page } }: CompanyWindow): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Single task' }).check();
  await dialog.getByRole('radio', { name: 'Spawn' }).check();
  await dialog.getByLabel('Prompt', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(dialog).toContainText('Found nothing.');
}

async function newRun({ runs, folder }: CompanyWindow): Promise<void> {
  const dialog = await runs.openForm();
  await dialog.getByLabel('Agent', { exact: true }).selectOption('codex');
  await dialog.getByLabel('Goal', { exact: true }).fill('The order page loads in under 200 ms');
  await dialog.getByLabel('Check', { exact: true }).fill('npm run bench -- orders');
  await dialog.getByLabel('Folder', { exact: true }).fill(`${folder}/shop`);
}

async function palette({ window: { page } }: CompanyWindow): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
}

async function keys({ window: { page } }: CompanyWindow): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('heading', { name: 'Keys' }).waitFor();
}

async function inRail({ window: { page } }: CompanyWindow, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.mouse.move(0, 0);
}

async function filter({ window: { page } }: CompanyWindow, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Filter' }).fill(text);
}

async function focusedCard({ window }: CompanyWindow): Promise<void> {
  await window.page.keyboard.press('j');
  await window.page.locator('article:focus').waitFor();
}

async function unfoldedRun({ runs }: CompanyWindow): Promise<void> {
  const row = runs.row(COMPANY.looping);
  const button = row.getByRole('button', { name: '3 attempts' });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await row.getByRole('list', { name: 'Attempts' }).waitFor();
}

/** It belongs to a daemon that does not answer. */
async function refusal({ window }: CompanyWindow): Promise<void> {
  await window.act(COMPANY.ofOther, 'Hold');
  await window.page.getByRole('button', { name: 'Dismiss message' }).waitFor();
}

async function pendingCancel({ window }: CompanyWindow): Promise<void> {
  await window.act(COMPANY.heldByHand, 'Cancel');
  await window.page.getByRole('button', { name: 'Undo', exact: true }).first().waitFor();
}
