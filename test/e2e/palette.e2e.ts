import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const asker = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('palette');
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

/** In a project of a fixed name: letters that are drawn at random are found by chance. */
async function asking(prompt: string): Promise<string> {
  const project = path.join(folder.path, 'website');
  mkdirSync(project, { recursive: true });
  const id = await window.startByCall({ agent: 'asker', folder: project, prompt });
  await window.inState(id, 'awaiting');
  return id;
}

async function expectAccessible(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    const found = violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0]?.html }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('the palette acts on the card it was opened from, and goes wherever it is told', async () => {
  const { page } = window;
  const first = await asking('make first');
  const second = await asking('make second');
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  const open = async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
  };

  await window.card(second).focus();
  await open();
  const options = dialog.getByRole('option');
  await expect(options.first()).toHaveText(/Approve once/);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(window.card(second)).toBeFocused();

  await open();
  await page.keyboard.type('aprv');
  await expect(options).toHaveText([/Approve once/]);
  await page.keyboard.press('Enter');
  await window.inState(second, 'done');
  expect(readTask(window.home, first).status).toBe('held');

  await open();
  await page.keyboard.type('make first');
  await page.keyboard.press('Enter');
  await expect(window.card(first)).toBeFocused();

  await open();
  await page.keyboard.type('go to set');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'All projects' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('first');
  await open();
  await page.keyboard.type('new run');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Loop run' })).toBeChecked();
  await page.keyboard.press('Escape');

  await open();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 20, 23)');
});

test('axe finds nothing in the palette, the keys and the suggestions', async () => {
  test.setTimeout(180_000);
  const { page } = window;
  const id = await asking('make nothing');
  await window.card(id).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible('palette');
  await page.keyboard.type('zzzz');
  await expect(page.getByRole('dialog')).toContainText('Nothing is called like this.');
  await expectAccessible('palette without a match');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible('keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toHaveText('agent:');
  await expectAccessible('suggestions');
  await page.keyboard.press('Escape');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Key of Hold: H' }).click();
  await page.keyboard.press('a');
  await expect(page.getByRole('alert')).toHaveCount(2);
  await expectAccessible('settings with a conflict');
});

test('a key is changed, its conflict is named, and it stays changed until it is reset', async () => {
  const { page } = window;
  const id = await asking('make nothing');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Key of Approve once: A' }).click();
  await page.keyboard.press('r');
  await expect(page.locator('[data-command="approve"]')).toContainText('The same key as “Reject”.');
  await page.getByRole('button', { name: 'Key of Approve once: R' }).click();
  await page.keyboard.press('y');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await page.locator('html[data-ready="true"]').waitFor();
  await window.card(id).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('4');
  await expect(page.getByRole('button', { name: 'Key of Approve once: Y' })).toBeVisible();
  expect(readTask(window.home, id).status).toBe('held');
  await page.keyboard.press('1');
  await window.card(id).focus();
  await page.keyboard.press('y');
  await window.inState(id, 'done');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(page.getByRole('button', { name: 'Key of Approve once: A' })).toBeVisible();
});
