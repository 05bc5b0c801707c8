import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { UNDO_MS } from '../../renderer/src/state/pending-cancels.ts';
import type { StartInput } from '../../shared/contract.ts';
import { auditActions, readTask } from '../helpers/database-reader.ts';
import { FleetboardBrowser, FleetboardServer } from '../helpers/fleetboard-browser.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const asker = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('triage');
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: { asker: { protocol: 'acp', command: process.execPath, args: [asker, 'ask'] } },
    },
  });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

function start(input: Partial<StartInput>): Promise<string> {
  return window.startByCall({ agent: 'asker', folder: folder.path, prompt: 'true', ...input });
}

async function asking(prompt: string): Promise<string> {
  const id = await start({ prompt });
  await window.inState(id, 'awaiting');
  return id;
}

test('many approvals, a hold, an unhold, a cancel and its undo by keyboard alone', async () => {
  test.setTimeout(180_000);
  const { page } = window;
  const press = (key: string) => page.keyboard.press(key);
  const ids: string[] = [];
  for (let number = 1; number <= 6; number += 1) ids.push(await asking(`make ${number}`));
  const approved = ids.slice(0, 5);
  const [rejected = ''] = ids.slice(5);
  await expect(window.lane('Needs you').getByRole('article')).toHaveCount(6);

  for (const id of approved) {
    await press('n');
    await expect(window.card(id)).toBeFocused();
    await expect(window.card(id).getByRole('button', { name: 'Yes, once' })).toHaveAttribute(
      'aria-keyshortcuts',
      'a',
    );
    await press('a');
    await window.inState(id, 'done');
  }
  await press('n');
  await expect(window.card(rejected)).toBeFocused();
  await press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('make 6');
  await press('r');
  await expect(window.lane('Needs you').getByRole('article')).toHaveCount(0);
  await press('Escape');
  await expect(details).toHaveCount(0);

  const gated = new GatedTask(folder.path, 'gated', 'attempt');
  const held = await start(gated.input);
  await window.inState(held, 'working');
  await expect.poll(() => readTask(window.home, held).status).toBe('running');
  await press('/');
  await page.keyboard.type('agent:com');
  await expect(page.getByRole('option', { name: 'agent:command' })).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('agent:command ');
  await expect(page.getByRole('article')).toHaveCount(1);
  await press('Enter');
  await expect(window.card(held)).toBeFocused();
  await press('h');
  await window.inState(held, 'awaiting');
  await expect(window.card(held)).toBeFocused();
  await press('u');
  await window.inState(held, 'working');

  await press('x');
  const pending = page.locator(`[data-pending-cancel="${held}"]`);
  await expect(pending).toContainText('Cancels');
  await expect(window.card(held).getByRole('button', { name: 'Undo' })).toBeVisible();
  await press('z');
  await expect(pending).toHaveCount(0);
  expect(readTask(window.home, held).status).toBe('running');
  await press('x');
  await expect(pending).toBeVisible();
  await window.inState(held, 'cancelled');
  await expect(pending).toHaveCount(0);
  expect(
    auditActions(window.home, held).filter((action) => action === 'dispatch.cancelled'),
  ).toHaveLength(1);
  expect(gated.witness).toEqual(['start']);
});

test('a cancel that still waits for its undo is sent when the window is closed', async () => {
  const gated = new GatedTask(folder.path, 'gated');
  const id = await start(gated.input);
  await window.inState(id, 'working');
  await window.card(id).focus();
  await window.page.keyboard.press('x');
  await expect(window.page.locator('[data-pending-cancel]')).toBeVisible();
  await window.close();
  expect(readTask(window.home, id).status).toBe('cancelled');
});

test('a browser that is closed sends it as well', async () => {
  const server = await FleetboardServer.start({ home: path.join(folder.path, 'served') });
  const browser = await FleetboardBrowser.launch();
  try {
    await browser.visit(server.url);
    await browser.start({
      kind: 'Spawn',
      agent: 'command',
      folder: folder.path,
      prompt: 'sleep 600',
    });
    const id = await browser.taskId('sleep 600');
    await browser.inState(id, 'working');
    await browser.card(id).focus();
    await browser.page.keyboard.press('x');
    await expect(browser.page.locator('[data-pending-cancel]')).toBeVisible();
    const isClosed = browser.page.waitForEvent('close');
    await browser.page.close({ runBeforeUnload: true });
    await isClosed;
    await expect
      .poll(() => readTask(server.home, id).status, { timeout: UNDO_MS - 1_000 })
      .toBe('cancelled');
  } finally {
    await browser.close();
    await server.end('SIGTERM');
  }
});

test('keys do nothing while one types, with modifiers, in a dialog or without a card', async () => {
  const id = await asking('make nothing');
  const { page } = window;
  await page.keyboard.press('a');
  await expect(window.said).toContainText('Go to one first.');
  await window.card(id).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('/');
  await page.keyboard.type('an');
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('an');
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('radio', { name: 'Spawn' }).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  expect(auditActions(window.home, id)).not.toContain('dispatch.unheld');
  expect(readTask(window.home, id).status).toBe('held');
});

test('the queue goes on after what was skipped, and says what the filter hides', async () => {
  const first = await asking('make first');
  const second = await asking('make second');
  const { page } = window;
  await page.keyboard.press('n');
  await expect(window.card(first)).toBeFocused();
  await page.keyboard.press('n');
  await expect(window.card(second)).toBeFocused();
  await page.keyboard.press('a');
  await window.inState(second, 'done');
  await page.keyboard.press('n');
  await expect(window.card(first)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('state:done');
  await page.keyboard.press('Enter');
  await expect(window.card(second)).toBeFocused();
  await page.keyboard.press('n');
  await expect(window.said).toContainText('1 waits outside the filter.');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(window.card(first)).toBeFocused();
});

test('a question that is settled elsewhere says so, and its buttons are gone', async () => {
  const { page } = window;
  const answered = await asking('make answered');
  const lapsed = await asking('make lapsed');
  const details = await window.open(answered);
  const question = details.getByRole('region', { name: 'Open question' });
  await expect(question.getByRole('button', { name: 'Yes, once' })).toBeVisible();
  const elsewhere = details.getByRole('status', { name: 'Settled elsewhere' });
  await expect(elsewhere).toBeEmpty();

  await page.evaluate(async (taskId) => {
    const { call } = globalThis.window.fleetboard;
    const found = await call('task.details', { taskId });
    if (!found.ok || found.value.outcome !== 'found') throw new Error(JSON.stringify(found));
    const [approval] = found.value.details.approvals;
    await call('approval.answer', { approvalId: approval?.id ?? '', optionId: 'yes' });
  }, answered);
  await expect(elsewhere).toContainText('make answered');
  await expect(elsewhere).toContainText('Answered elsewhere by');
  await expect(elsewhere).toContainText('Yes, once');
  await expect(question).toHaveCount(0);
  await expect(window.card(answered)).toContainText('Answered elsewhere by');
  await expect(window.card(answered).getByRole('button', { name: 'Yes, once' })).toHaveCount(0);
  await window.card(answered).focus();
  await page.keyboard.press('a');
  await expect(window.said).toContainText('It asks nothing at the moment.');

  await window.open(lapsed);
  await page.evaluate(
    (taskId) => globalThis.window.fleetboard.call('task.cancel', { taskId }),
    lapsed,
  );
  await expect(elsewhere).toContainText('Its question lapsed without an answer');
  await expect(window.card(lapsed)).toContainText('Its question lapsed without an answer');
  await expect(window.card(lapsed).getByRole('button', { name: 'Yes, once' })).toHaveCount(0);

  const here = await asking('make here');
  await window.open(here);
  await page.keyboard.press('a');
  await window.inState(here, 'done');
  await expect(elsewhere).toBeEmpty();
});

test('a press acts on what the pointer is over, although keys appear with it', async () => {
  const asks = await asking('make first');
  const id = await start(new GatedTask(folder.path, 'gated', 'attempt').input);
  await window.inState(id, 'working');
  await window.page.keyboard.press('n');
  await expect(window.card(asks)).toBeFocused();
  const card = window.card(id);
  await card.hover();
  const hold = card.getByRole('button', { name: 'Hold' });
  const box = await hold.boundingBox();
  // At its edge: a button that moved as the press began would be missed.
  await hold.click({ position: { x: (box?.width ?? 0) - 4, y: 8 } });
  await window.inState(id, 'awaiting');
  await expect(window.page.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
});
