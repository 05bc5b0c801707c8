import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { FORGE_TOKEN, TestForge } from '../helpers/forge/test-forge.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { RunPage } from '../helpers/run-page.ts';
import { expectStanding } from '../helpers/standing.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Each attempt leaves something that the one before did not. */
const GOAL = 'echo --dry-run >> flags.txt';

let folder: ReturnType<typeof temporaryFolder>;
let forge: TestForge;
let window: FleetboardWindow;
let runs: RunPage;
let repository: string;

async function launch(token: string): Promise<void> {
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: { forges: { [forge.repository.host]: { apiUrl: forge.apiUrl } } },
    environment: { GITHUB_TOKEN: token, GH_TOKEN: '' },
  });
  runs = new RunPage(window.page);
}

test.beforeEach(async () => {
  folder = temporaryFolder('pull-requests');
  repository = createRepository(folder.path);
  forge = await TestForge.start(folder.path);
  forge.connect(repository);
  git(repository, 'fetch', '--quiet', 'origin');
  git(repository, 'checkout', '--quiet', '-B', 'main', 'origin/main');
});
test.afterEach(async () => {
  await window.close();
  await forge.stop();
  folder.remove();
});

async function expectAccessible(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** A run whose first attempt passes. */
async function passed(): Promise<string> {
  const id = await runs.start({ goal: GOAL, check: 'true', folder: repository });
  await runs.inStatus(id, 'ended');
  return id;
}

function pullLine(id: string, status: string): Locator {
  return runs.row(id).locator(`[data-pull="${status}"]`);
}

/** Returns the head that was pushed. */
async function published(id: string): Promise<string> {
  await runs.act(id, 'Publish');
  await pullLine(id, 'open').waitFor();
  return liveHead();
}

function liveHead(): string {
  return forge.git.tip(forge.pull(1).headBranch) ?? '';
}

function approve(head: string): void {
  forge.approve(1, head, 'ann');
  forge.setChecks(head, 'test', 'success');
}

async function refresh(details: Locator): Promise<void> {
  await details.getByRole('tab', { name: 'Pull request' }).click();
  await details.getByRole('button', { name: 'Refresh' }).click();
}

test('a run is published, approved, continued, approved again and merged on the forge', async () => {
  test.setTimeout(120_000);
  await launch(FORGE_TOKEN);
  const { page } = window;
  const id = await passed();
  const first = await published(id);
  await expect(pullLine(id, 'open')).toContainText('#1');
  await expect(window.lane('Ready to review').locator(runs.row(id))).toBeVisible();

  approve(first);
  // Nothing is pressed: the details read the forge when they are opened.
  const details = await runs.open(id);
  await expect(pullLine(id, 'merge_ready')).toContainText(`Merge-ready at ${first.slice(0, 7)}`);
  await expect(window.lane('Needs you').locator(runs.row(id))).toBeVisible();
  const strip = details.getByRole('region', { name: 'Pull request', exact: true });
  await expect(strip.getByRole('link', { name: 'acme/shop#1' })).toHaveAttribute(
    'href',
    /\/acme\/shop\/pull\/1$/,
  );
  await details.getByRole('tab', { name: 'Pull request' }).click();
  const facts = details.getByRole('tabpanel', { name: 'Pull request' });
  await expect(facts).toContainText(`Approved head${first}`);
  await expect(facts).toContainText('attempt 1 of this run');
  await expect(facts).toContainText('approved by ann');
  await expectAccessible('details of a merge-ready run');

  await strip.getByRole('button', { name: 'Continue…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(first);
  await expect(dialog.getByLabel('What should the next attempt do?')).toBeFocused();
  await page.keyboard.type('rename the flag');
  await expectAccessible('what to continue with');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(window.said).toContainText('Attempt 2 owns the pull request now');
  await runs.inStatus(id, 'ended');
  await expect.poll(liveHead, 'the new attempt is pushed').not.toBe(first);
  const second = liveHead();
  await pullLine(id, 'open').waitFor();
  await details.getByRole('tab', { name: 'Attempts' }).click();
  await details.getByRole('tab', { name: 'Prompt' }).click();
  await expect(details.getByRole('region', { name: 'Prompt of attempt 2' })).toContainText(
    'rename the flag',
  );

  approve(second);
  await refresh(details);
  await expect(pullLine(id, 'merge_ready')).toContainText(`Merge-ready at ${second.slice(0, 7)}`);
  await expect(facts).toContainText('attempt 2 of this run');
  await strip.getByRole('button', { name: 'Merge on the forge…' }).click();
  await expect(dialog).toContainText(second);
  await expectAccessible('what is merged on the forge');
  await dialog.getByRole('radio', { name: 'Squash' }).check();
  await dialog.getByRole('button', { name: 'Merge on the forge' }).click();
  await expect(dialog).toHaveCount(0);
  await runs.inStatus(id, 'merged');
  await expect(window.lane('Done').locator(runs.row(id))).toContainText('#1 merged');
  expect(forge.pull(1).mergeCommit).not.toBeNull();
  expect(git(forge.git.folder, 'show', 'main:flags.txt')).toBe('--dry-run\n--dry-run');
});

test('a pull request is published, refreshed, continued or merged by keyboard alone', async () => {
  await launch(FORGE_TOKEN);
  const { page } = window;
  const id = await passed();
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expectStanding(page, key);
  };
  await press('j');
  await expect(runs.row(id)).toBeFocused();
  await expect(runs.row(id).getByRole('button', { name: 'Publish' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Shift+p',
  );
  await press('Shift+P');
  await pullLine(id, 'open').waitFor();
  approve(liveHead());
  await press('f');
  await pullLine(id, 'merge_ready').waitFor();
  await expect(runs.row(id)).toBeFocused();
  const dialog = page.getByRole('dialog');
  await press('o');
  await expect(dialog.getByLabel('What should the next attempt do?')).toBeFocused();
  await press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(runs.row(id)).toBeFocused();

  await press('Control+k');
  await page.keyboard.type('release');
  await expect(dialog.getByRole('option')).toHaveText([/^Release/]);
  await press('Escape');
  await press('m');
  const merge = dialog.getByRole('button', { name: 'Merge on the forge' });
  await expect(merge).toBeVisible();
  for (let steps = 0; steps < 10; steps += 1) {
    if (await merge.evaluate((button) => button === document.activeElement)) break;
    await press('Tab');
  }
  await press('Enter');
  await runs.inStatus(id, 'merged');
  await expect(runs.row(id)).toBeFocused();
  await expectStanding(page, 'the merge on the forge');
  expect(forge.pull(1).mergeCommit).not.toBeNull();
});

test('each fact that does not hold is named with what was expected and what was found', async () => {
  test.setTimeout(120_000);
  await launch(FORGE_TOKEN);
  const { page } = window;
  const id = await passed();
  const head = await published(id);
  approve(head);
  await runs.open(id);
  await pullLine(id, 'merge_ready').waitFor();

  const review = await runs.review(id);
  for (const local of ['Merge…', 'Discard…', 'Request changes']) {
    await expect(review.getByRole('button', { name: local, exact: true })).toHaveCount(0);
  }
  await review.getByLabel('What should change').fill('Rename the flag.');
  await review.getByRole('button', { name: 'Continue…' }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('What should the next attempt do?')).toHaveValue(
    'Rename the flag.',
  );
  const moved = forge.pushOutside(forge.pull(1).headBranch);
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  const row = dialog.getByRole('table').locator('tr[data-fact="head"]');
  await expect(row.getByRole('cell')).toHaveText([head, moved]);
  await expect(dialog.getByRole('table')).toContainText('Nothing was started or changed.');
  await dialog.getByRole('alert').getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => window.copied()).toContain(`head: expected ${head}, found ${moved}\n`);
  await expectAccessible('a refusal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await expect(review).toHaveCount(0);
  await expect(runs.row(id)).toContainText('1 attempt');
  await runs.act(id, 'Review');
  await review.getByRole('button', { name: 'Release…' }).click();
  await dialog.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await pullLine(id, 'released').waitFor();
  expect(forge.pull(1).state).toBe('open');
  await runs.act(id, 'Review');
  await expect(review.getByRole('button', { name: 'Merge…', exact: true })).toBeVisible();
});

test('a forge in trouble is said with the age of the facts', async () => {
  await launch(FORGE_TOKEN);
  const id = await passed();
  await published(id);
  forge.switches.failWith(502, Number.POSITIVE_INFINITY, /^GET /);
  const details = await runs.open(id);
  await refresh(details);
  await expect(pullLine(id, 'open')).toContainText('502');
  await expectAccessible('a forge in trouble');
});

test('without a token the window says what is missing, and a run is merged here', async () => {
  await launch('');
  const { page } = window;
  const id = await passed();
  await runs.act(id, 'Publish');
  await expect(page.getByRole('alert').filter({ hasText: 'There is no token' })).toContainText(
    'GITHUB_TOKEN',
  );
  expect(forge.requests()).toEqual([]);
  const review = await runs.review(id);
  await review.getByRole('button', { name: 'Merge…', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge into main' }).click();
  await runs.inStatus(id, 'merged');
});
