import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, test } from '@playwright/test';
import { auditActions, readRows, readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { RunPage } from '../helpers/run-page.ts';
import { expectStanding } from '../helpers/standing.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const agentFile = (name: string) =>
  fileURLToPath(new URL(`../fixtures/agents/${name}`, import.meta.url));

const ASKING = 20;

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;
let repository: string;

test.beforeEach(async () => {
  folder = temporaryFolder('keyboard');
  repository = createRepository(folder.path);
  const acp = { protocol: 'acp', command: process.execPath };
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: {
        asker: { ...acp, args: [agentFile('scripted-agent.mjs'), 'ask'] },
        looper: {
          ...acp,
          args: [agentFile('looping-agent.mjs'), path.join(folder.path, 'looper.log'), 'fix=1'],
        },
      },
    },
  });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

/** Presses a key, and looks where that leaves the keyboard. */
async function press(key: string): Promise<void> {
  await window.page.keyboard.press(key);
  await expectStanding(window.page, key);
}

/** Goes to a card or a run by its name, as the palette finds it. */
async function goTo(name: string, id: string): Promise<void> {
  await press('Control+k');
  await window.page.keyboard.type(name);
  const found = window.page.getByRole('dialog', { name: 'Commands' }).getByRole('option').first();
  await expect(found).toContainText(name);
  await press('Enter');
  await expect(
    window.page.locator(`article[data-task-id="${id}"], article[data-run-id="${id}"]`),
  ).toBeFocused();
}

function answered(): number {
  return readRows(window.home, "SELECT 1 FROM approvals WHERE status = 'answered'").length;
}

/** A run whose first attempt passes; returns its id. */
async function passedRun(goal: string): Promise<string> {
  const answer = await window.page.evaluate(
    (input) => globalThis.window.fleetboard.call('run.start', input),
    {
      goal,
      agent: 'looper',
      profile: 'careful',
      folder: repository,
      base: null,
      check: 'grep -q fixed result.txt',
      maxAttempts: 2,
      maxMinutes: null,
      maxCost: null,
    },
  );
  if (!answer.ok || answer.value.outcome !== 'run_started') throw new Error(JSON.stringify(answer));
  const { runId } = answer.value;
  await new RunPage(window.page).inStatus(runId, 'ended');
  return runId;
}

test('twenty approvals, a hold, a cancel and its undo, and a merge, by keyboard alone', async () => {
  test.setTimeout(300_000);
  const { page } = window;
  const asking: string[] = [];
  for (let number = 1; number <= ASKING; number += 1) {
    const prompt = `make part ${number}`;
    asking.push(await window.startByCall({ agent: 'asker', folder: folder.path, prompt }));
  }
  await expect(window.lane('Needs you').getByRole('article')).toHaveCount(ASKING);
  for (const id of asking) await window.inState(id, 'awaiting');

  for (let given = 1; given <= ASKING; given += 1) {
    await press('n');
    const id = await page.evaluate(() => document.activeElement?.getAttribute('data-task-id'));
    expect(asking).toContain(id);
    await expect(window.card(id ?? '')).toContainText('Run make part');
    await press('a');
    await expect.poll(answered).toBe(given);
    await window.inState(id ?? '', 'done');
    await expect(window.card(id ?? '')).toBeFocused();
    await expectStanding(page, 'the approved card went on');
  }
  expect(asking.map((id) => readTask(window.home, id).status)).toEqual(asking.map(() => 'done'));
  await expect(window.lane('Needs you').getByRole('article')).toHaveCount(0);

  const gated = new GatedTask(folder.path, 'gated', 'attempt');
  const held = await window.startByCall(gated.input);
  await expect.poll(() => readTask(window.home, held).status).toBe('running');
  await window.inState(held, 'working');
  await goTo('echo start', held);
  await press('h');
  await window.inState(held, 'awaiting');
  await expect.poll(() => readTask(window.home, held).status).toBe('held');
  await expectStanding(page, 'the hold');
  await press('u');
  await window.inState(held, 'working');
  await expectStanding(page, 'the unhold');

  await press('x');
  const pending = page.locator(`[data-pending-cancel="${held}"]`);
  await expect(pending).toContainText('Cancels');
  await press('z');
  await expect(pending).toHaveCount(0);
  await expect(window.card(held)).toBeFocused();
  gated.finish();
  await window.inState(held, 'done');
  expect(auditActions(window.home, held)).not.toContain('dispatch.cancelled');
  await expectStanding(page, 'the end of what was not cancelled');

  const run = await passedRun('Mend the till');
  const base = git(repository, 'rev-parse', 'main');
  await goTo('Mend the till', run);
  await press('v');
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText(
    'result.txt',
  );
  await press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge/ });
  const merge = dialog.getByRole('button', { name: 'Merge into main' });
  await expect(merge).toBeVisible();
  await expectStanding(page, 'the merge was looked at');
  for (let steps = 0; steps < 10; steps += 1) {
    if (await merge.evaluate((button) => button === document.activeElement)) break;
    await press('Tab');
  }
  await expect(merge).toBeFocused();
  await press('Enter');
  await expect(
    page.locator(`article[data-run-id="${run}"][data-run-status="merged"]`),
  ).toBeFocused();
  await expectStanding(page, 'the merge');
  const [row] = readRows<{ status: string; merge_commit: string }>(
    window.home,
    'SELECT status, merge_commit FROM runs WHERE id = ?',
    run,
  );
  expect(row).toEqual({ status: 'merged', merge_commit: git(repository, 'rev-parse', 'main') });
  expect(row?.merge_commit).not.toBe(base);
  expect(git(repository, 'show', 'main:result.txt')).toBe('fixed');
});

/** Tabs until the keyboard stands on the button of that name within a part of the window. */
async function tabTo(name: string, within: Locator): Promise<void> {
  const button = within.getByRole('button', { name, exact: true });
  await expect(button).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return;
    await press('Tab');
  }
  throw new Error(`The keyboard did not come to "${name}".`);
}

test('a button that takes itself away leaves the keyboard on what it was in', async () => {
  const { page } = window;
  const asked = (prompt: string) =>
    window.startByCall({ agent: 'asker', folder: folder.path, prompt });
  const onCard = await asked('make on the card');
  await window.inState(onCard, 'awaiting');
  await press('n');
  await tabTo('Yes, once', window.card(onCard));
  await press('Enter');
  await window.inState(onCard, 'done');
  await expectStanding(page, 'an answer on the card');

  const inDetails = await asked('make in the details');
  await window.inState(inDetails, 'awaiting');
  await press('n');
  await expect(window.card(inDetails)).toBeFocused();
  await press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await tabTo('Yes, once', details);
  await press('Enter');
  await window.inState(inDetails, 'done');
  await expect(details.getByRole('region', { name: 'Open question' })).toHaveCount(0);
  await expectStanding(page, 'an answer in the details');
  await expect(details).toBeFocused();

  const gated = new GatedTask(folder.path, 'gated', 'attempt');
  const held = await window.startByCall(gated.input);
  await expect.poll(() => readTask(window.home, held).status).toBe('running');
  await window.inState(held, 'working');
  await goTo('echo start', held);
  await tabTo('Hold', details);
  await press('Enter');
  await window.inState(held, 'awaiting');
  await expect(details.getByRole('button', { name: 'Unhold' })).toBeVisible();
  await expect(details).toBeFocused();
  await expectStanding(page, 'a hold in the details');
  // Where it stands now, the keys go on with what the details are of.
  await press('u');
  await window.inState(held, 'working');
  await press('x');
  await tabTo('Undo', page.locator(`[data-pending-cancel="${held}"]`));
  await press('Enter');
  await expect(page.locator('[data-pending-cancel]')).toHaveCount(0);
  await expectStanding(page, 'an undo in the message');
  await press('Escape');
  await expect(details).toHaveCount(0);
  await expectStanding(page, 'the end of the details');
  gated.finish();
  await window.inState(held, 'done');
});
