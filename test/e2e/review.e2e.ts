import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { RunPage } from '../helpers/run-page.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let runs: RunPage;
let repository: string;

test.beforeEach(async () => {
  folder = temporaryFolder('review');
  repository = createRepository(folder.path);
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  runs = new RunPage(window.page);
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

/** A run whose first attempt passes. */
async function passed(goal: string): Promise<string> {
  const id = await runs.start({ goal, check: 'true', folder: repository });
  await runs.inStatus(id, 'ended');
  return id;
}

async function expectAccessible(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('a run is read, commented on, sent back, and merged', async () => {
  const { page } = window;
  const id = await passed(
    `printf 'export const answer = 41;\\nexport const name = "shop";\\n' > answer.ts`,
  );
  let review = await runs.review(id);
  await expect(review.getByRole('navigation', { name: 'Changed files' })).toContainText(
    'answer.ts',
  );
  await expect(review.locator('[data-look="keyword"]').first()).toHaveText('export');

  await review.getByRole('button', { name: 'Added line 1, comment: export const answer' }).click();
  await page.keyboard.type('It should be 42.');
  await page.keyboard.press('Control+Enter');
  await review.getByRole('button', { name: 'Added line 2, comment' }).press('Enter');
  await page.keyboard.type('Not needed.');

  // Neither another look at it nor the way back to the board loses what was typed.
  await review.getByRole('radio', { name: 'Split' }).check();
  await review.getByLabel('Changes of').selectOption('1');
  await expect(review.getByText('It should be 42.')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(review).toHaveCount(0);
  review = await runs.review(id);
  await expect(review.getByRole('textbox', { name: 'Comment on line 2 of answer.ts' })).toHaveValue(
    'Not needed.',
  );
  await review.getByRole('button', { name: 'Comment', exact: true }).click();
  const comments = review.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect(comments).toHaveCount(2);
  await comments
    .nth(1)
    .getByRole('button', { name: /^Remove the comment/ })
    .click();
  await expect(comments).toHaveCount(1);
  await review.getByLabel('What should change').fill('Look again, please.');
  await review.getByRole('button', { name: 'Request changes with 1 comment' }).click();

  await expect(review).toHaveCount(0);
  await expect(window.said).toContainText('Attempt 2 begins with your words');
  await runs.inStatus(id, 'ended');
  const details = await runs.open(id);
  await expect(details.locator('button[data-attempt="2"]')).toContainText('changes requested');
  await details.getByRole('tab', { name: 'Prompt' }).click();
  const prompt = details.getByRole('region', { name: 'Prompt of attempt 2' });
  await expect(prompt).toContainText('Look again, please.');
  await expect(prompt).toContainText('answer.ts, line 1: It should be 42.');
  await expect(prompt).not.toContainText('Not needed.');

  const before = git(repository, 'rev-parse', 'main');
  review = await runs.review(id);
  await review.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Merges cleanly');
  await dialog.getByRole('radio', { name: 'Squash' }).check();
  await dialog.getByLabel('Message').fill('Answer at last');
  await dialog.getByRole('button', { name: 'Merge into main' }).click();
  await expect(dialog).toHaveCount(0);
  await runs.inStatus(id, 'merged');
  await expect(window.lane('Done').locator(`[data-run-id="${id}"]`)).toContainText('Merged');
  expect(git(repository, 'log', '--format=%s', `${before}..main`)).toBe('Answer at last');
  expect(readFileSync(path.join(repository, 'answer.ts'), 'utf8')).toContain('answer = 41');
  await expect
    .poll(() => git(repository, 'worktree', 'list').split('\n').length, 'the worktree is gone')
    .toBe(1);
});

test('a diff of 5,000 lines scrolls with few rows on the page, and is read by keyboard', async () => {
  test.setTimeout(120_000);
  const { page } = window;
  const id = await passed(
    'for i in $(seq 1 5000); do echo "export const value$i = $i; // number $i"; done > values.ts; echo end > zz.txt',
  );
  const review = await runs.review(id);
  const diff = review.getByRole('region', { name: 'Changes', exact: true });
  await expect(diff.locator('[data-look="keyword"]').first()).toBeVisible();

  const measured = await diff.evaluate(async (element) => {
    let most = 0;
    let longest = 0;
    let last = performance.now();
    for (let top = 0; top < element.scrollHeight - element.clientHeight; top += 1_500) {
      element.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      most = Math.max(most, element.querySelectorAll('[data-row]').length);
    }
    return { most, longest, height: element.scrollHeight };
  });
  test.info().annotations.push({ type: 'scrolling', description: JSON.stringify(measured) });
  expect(measured.height).toBeGreaterThan(90_000);
  expect(measured.most).toBeLessThan(150);
  // The head of the file that is read stays on top.
  await expect(diff.getByRole('heading', { name: 'values.ts' })).toBeInViewport();

  await review.getByRole('button', { name: /zz\.txt/ }).click();
  await expect(diff.getByRole('button', { name: 'Added line 1, comment: end' })).toBeInViewport();

  await diff.getByRole('button', { name: 'Added line 1, comment: end' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(diff.getByRole('button', { name: 'Added line 5000, comment' })).toBeFocused();
  await page.keyboard.press('Home');
  const first = diff.getByRole('button', { name: 'Added line 1, comment: export' });
  await expect(first).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect(diff.getByRole('button', { name: 'Added line 21, comment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Too many.');
  // Escape goes back to the line first, and only then out of the review.
  await page.keyboard.press('Escape');
  await expect(diff.getByRole('button', { name: 'Added line 21, comment' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(review).toHaveCount(0);
  await expect(runs.row(id)).toBeFocused();
});

test('a merge that cannot be made says why and what to do, and changes nothing', async () => {
  const { page } = window;
  const id = await passed('echo "# Their shop" > README.md');
  const review = await runs.review(id);
  const dialog = page.getByRole('dialog');

  writeFileSync(path.join(repository, 'README.md'), '# My shop\n');
  await review.getByRole('button', { name: 'Merge…' }).click();
  await expect(dialog.getByRole('alert')).toContainText('README.md');
  await expect(dialog.getByRole('button', { name: 'Merge into main' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(review).toBeVisible();

  git(repository, 'commit', '--quiet', '-am', 'Mine');
  const before = git(repository, 'rev-parse', 'HEAD');
  await review.getByRole('button', { name: 'Merge…' }).click();
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('README.md');
  await dialog.getByRole('alert').getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => window.copied(), 'with the files').toMatch(/\nREADME\.md(\n|$)/);
  await expectAccessible('a merge with conflicts');
  await dialog.getByRole('button', { name: 'Ask the agent to resolve them' }).click();
  await expect(review.getByLabel('What should change')).toHaveValue(
    /resolve the conflicts in README/,
  );
  expect(git(repository, 'rev-parse', 'HEAD')).toBe(before);
  expect(git(repository, 'status', '--porcelain')).toBe('');
});

test('nothing is discarded before it was shown', async () => {
  const { page } = window;
  const id = await passed('echo precious > precious.txt');
  const details = await runs.open(id);
  await details.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('A commit that exists only there');
  await expectAccessible('a question before discarding');

  // Something new came since: what was not shown does not go.
  const listed = git(repository, 'worktree', 'list', '--porcelain');
  const worktree = [...listed.matchAll(/^worktree (.+)$/gm)].at(-1)?.[1] ?? '';
  writeFileSync(path.join(worktree, 'late.txt'), 'late');
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(existsSync(path.join(worktree, 'late.txt'))).toBe(true);
  await dialog.getByRole('button', { name: 'Look again' }).click();
  await expect(dialog).toContainText('late.txt');
  await dialog.getByRole('button', { name: 'Discard for good' }).click();
  await expect(dialog).toHaveCount(0);
  await runs.inStatus(id, 'discarded');
  await expect(window.lane('Done').locator(`[data-run-id="${id}"]`)).toBeVisible();
  expect(existsSync(worktree)).toBe(false);
});

test('axe finds nothing on a run, its details and its review, wide and narrow', async () => {
  test.setTimeout(180_000);
  const { page } = window;
  const id = await passed(`printf 'const a = "b"; // c\\n' > a.js; sed -i s/small/big/ README.md`);
  const failed = await runs.start({ goal: 'true', check: 'echo no; false', folder: repository });
  await runs.inStatus(failed, 'ended');
  await runs.row(failed).focus();
  await page.keyboard.press('ArrowRight');
  const details = await runs.open(failed);
  await details.getByRole('tab', { name: 'Check' }).click();
  await expectAccessible('runs and details');
  await details.getByRole('tab', { name: 'Questions' }).click();
  await expectAccessible('questions and rules');

  const review = await runs.review(id);
  await expect(review.locator('[data-look="keyword"]').first()).toBeVisible();
  await review.getByRole('button', { name: 'Added line 1, comment' }).first().click();
  await page.keyboard.type('Why?');
  await expectAccessible('review with an editor');
  await page.keyboard.press('Control+Enter');
  await review.getByRole('radio', { name: 'Split' }).check();
  await window.application.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(900, 700);
  });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(900);
  await expectAccessible('narrow review');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await page.keyboard.press('Escape');
  await runs.openForm();
  await expectAccessible('the form of a run');
});
