import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { RunPage } from '../helpers/run-page.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let runs: RunPage;

test.beforeEach(async () => {
  folder = temporaryFolder('runs');
  window = await FleetboardWindow.launch({ home: path.join(folder.path, 'home') });
  runs = new RunPage(window.page);
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

test('every field of a run refuses a wrong value by name, and keeps what was typed', async () => {
  const file = path.join(folder.path, 'file.txt');
  writeFileSync(file, '');
  const repository = createRepository(folder.path);
  const dialog = await runs.openForm();
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const start = dialog.getByRole('button', { name: 'Start', exact: true });
  const refusalAt = (name: string) =>
    field(name).evaluate((control) =>
      (control.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .filter((id) => id.endsWith('-problem'))
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(''),
    );

  await field('Folder').fill('');
  await start.click();
  await expect(field('Goal')).toBeFocused();
  for (const name of ['Goal', 'Check', 'Folder']) {
    await expect(field(name)).toHaveAttribute('aria-invalid', 'true');
    expect(await refusalAt(name)).toContain('Found nothing. Expected ');
  }

  await field('Goal').fill('echo hello > hello.txt');
  await field('Check').fill('test -f hello.txt');
  for (const [name, wrong, found, right] of [
    ['Folder', 'relative/folder', '"relative/folder"', repository],
    ['Folder', file, 'no folder', repository],
    ['Base branch', 'no-such-branch', 'no-such-branch', ''],
    ['Attempts at most', '', 'nothing', '5'],
    ['Attempts at most', 'many', '"many"', '5'],
    ['Attempts at most', '0', '0', '5'],
    ['Attempts at most', '2.5', '2.5', '5'],
    ['Minutes at most', 'an hour', '"an hour"', '60'],
    ['Minutes at most', '-1', '-1', '60'],
    ['Cost at most', 'a lot', '"a lot"', ''],
    ['Cost at most', '0', '0', ''],
  ] as const) {
    if (name !== 'Folder') await field('Folder').fill(repository);
    await field(name).fill(wrong);
    await start.click();
    await expect(field(name), `${name} ${wrong}`).toHaveAttribute('aria-invalid', 'true');
    await expect(field(name)).toBeFocused();
    await expect(field(name)).toHaveValue(wrong);
    expect(await refusalAt(name)).toContain(found);
    await field(name).fill(right);
    await expect(field(name)).toHaveAttribute('aria-invalid', 'false');
  }
  await expect(window.page.locator('article')).toHaveCount(0);
});

test('a run goes on until its check passes, and tells what each attempt was and did', async () => {
  const repository = createRepository(folder.path);
  const id = await runs.start({
    goal: 'echo line >> notes.txt',
    check: 'echo "there are $(wc -l < notes.txt) lines"; test "$(wc -l < notes.txt)" -ge 3',
    folder: repository,
  });
  await runs.inStatus(id, 'ended');
  const row = window.lane('Ready to review').locator(`[data-run-id="${id}"]`);
  await expect(row).toContainText('Passed');
  // Its attempts are in it, and no cards of their own.
  await expect(window.page.locator('article')).toHaveCount(1);

  await row.focus();
  await window.page.keyboard.press('ArrowRight');
  const attempts = row.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await expect(attempts).toHaveCount(3);
  await expect(attempts.nth(0)).toContainText('Passed · exit 0');
  await expect(attempts.nth(1)).toContainText('Check failed · exit 1');
  await expect(attempts.nth(2)).toContainText('for the goal');
  await window.page.keyboard.press('ArrowLeft');
  await expect(attempts).toHaveCount(0);

  await window.page.keyboard.press('Enter');
  const details = window.page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('region', { name: 'How it ended' })).toContainText('Passed.');
  await details.locator('button[data-attempt="2"]').click();
  await details.getByRole('tab', { name: 'Prompt' }).click();
  await expect(details.getByRole('region', { name: 'Prompt of attempt 2' })).toContainText(
    'there are 1 lines',
  );
  await details.getByRole('tab', { name: 'Check' }).click();
  await expect(
    details.getByRole('region', { name: 'Output of the check of attempt 2' }),
  ).toContainText('there are 2 lines');
  await details.getByRole('tab', { name: 'Transcript' }).click();
  await expect(details.getByRole('log', { name: 'Transcript' })).toContainText('Ended');
  await details.getByRole('button', { name: 'Task', exact: true }).click();
  await expect(details.getByRole('button', { name: 'Run again' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Back to its run' }).click();
  await details.getByRole('tab', { name: 'Facts' }).click();
  await expect(details).toContainText('3 so far, at most 5');
  await details.getByRole('tab', { name: 'History' }).click();
  await expect(details.getByRole('list', { name: 'What happened' })).not.toBeEmpty();

  // The main checkout was never touched.
  expect(git(repository, 'status', '--porcelain')).toBe('');
  expect(existsSync(path.join(repository, 'notes.txt'))).toBe(false);
});

test('each way in which a run ends has its own word and its own lane', async () => {
  const repository = createRepository(folder.path);
  const stalled = await runs.start({ goal: 'true', check: 'false', folder: repository });
  const exhausted = await runs.start({
    goal: 'date +%N >> dates.txt',
    check: 'false',
    folder: repository,
    maxAttempts: '2',
  });
  await runs.inStatus(stalled, 'ended');
  await runs.inStatus(exhausted, 'ended');
  const needsYou = window.lane('Needs you');
  await expect(needsYou.locator(`[data-run-id="${stalled}"]`)).toContainText('Stalled');
  await expect(needsYou.locator(`[data-run-id="${exhausted}"]`)).toContainText('Exhausted');
  await expect(window.page.getByRole('button', { name: '2 need you', exact: true })).toBeVisible();
  await window.page.getByLabel('Filter').fill('stalled');
  await expect(runs.row(exhausted)).toHaveCount(0);
  await expect(runs.row(stalled)).toBeVisible();
});

test('a run at work is held, goes on, and is stopped', async () => {
  const repository = createRepository(folder.path);
  const id = await runs.start({
    goal: 'echo begun > begun.txt; sleep 600',
    check: 'true',
    folder: repository,
  });
  await runs.inState(id, 'working');
  await runs.act(id, 'Hold');
  await expect(window.lane('Needs you').locator(`[data-run-id="${id}"]`)).toContainText(
    'Held by hand until',
  );
  await runs.act(id, 'Unhold');
  await expect(window.lane('Working').locator(`[data-run-id="${id}"]`)).toBeVisible();
  await runs.act(id, 'Stop');
  await runs.inStatus(id, 'ended');
  await expect(window.lane('Ready to review').locator(`[data-run-id="${id}"]`)).toContainText(
    'Stopped by a person',
  );
});

test('what an agent asks is allowed for the whole run, and the rule can be removed', async () => {
  const repository = createRepository(folder.path);
  const id = await runs.start({
    goal: 'Show me around',
    check: 'test -f FLEETBOARD-DEMO.md',
    folder: repository,
    agent: 'demo',
  });
  await runs.inState(id, 'awaiting');
  await expect(window.lane('Needs you').locator(`[data-run-id="${id}"]`)).toBeVisible();
  const details = await runs.open(id);
  await expect(details.getByRole('region', { name: 'Open question' })).toContainText(
    'git add FLEETBOARD-DEMO.md && git commit',
  );
  await runs.row(id).getByRole('button', { name: 'Allow for this run' }).click();
  await runs.inStatus(id, 'ended');
  await details.getByRole('tab', { name: 'Questions' }).click();
  const rules = details.getByRole('region', { name: 'Rules of this run' });
  await expect(rules.getByRole('listitem')).toHaveCount(1);
  await expect(details.getByRole('region', { name: 'Questions and answers' })).toContainText(
    'Asked by attempt 1. Approve',
  );
  await rules.getByRole('button', { name: /^Remove the rule/ }).click();
  await expect(rules).toContainText('Nothing beyond its profile');
});
