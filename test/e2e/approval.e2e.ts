import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { readRows } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { RunPage } from '../helpers/run-page.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const agentFile = (name: string) =>
  fileURLToPath(new URL(`../fixtures/agents/${name}`, import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('approval');
  const acp = { protocol: 'acp', command: process.execPath };
  const log = path.join(folder.path, 'looper.log');
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: {
        asker: { ...acp, args: [agentFile('scripted-agent.mjs'), 'ask'] },
        eager: { ...acp, args: [agentFile('scripted-agent.mjs'), 'ask-twice'] },
        looper: { ...acp, args: [agentFile('looping-agent.mjs'), log, 'ask', 'fix=2'] },
      },
    },
  });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

async function expectAccessible(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await window.page.screenshot({ path: `test-results/${what}-${colorScheme}.png` });
    const { violations } = await new AxeBuilder({ page: window.page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('a question of a run says what, where, why, what the answers do, and what was answered last time', async () => {
  test.setTimeout(180_000);
  const runs = new RunPage(window.page);
  const id = await runs.start({
    goal: 'Make the result',
    check: 'grep -q fixed result.txt',
    folder: createRepository(folder.path),
    agent: 'looper',
  });
  await runs.inState(id, 'awaiting');
  const details = await runs.open(id);
  const question = details.getByRole('region', { name: 'Open question' });
  await expect(question).toContainText('make result');
  const [run] = readRows<{ worktree: string; branch: string }>(
    window.home,
    'SELECT worktree, branch FROM runs WHERE id = ?',
    id,
  );
  await expect(question).toContainText(`${run?.worktree} on ${run?.branch}`);
  await expect(question).toContainText('The profile allows no commands. (profile careful)');
  const meanings = question.getByLabel('What the answers do');
  await expect(meanings).toContainText('Yes, onceAllows this once.');
  await expect(meanings).toContainText('NoRefuses this once.');
  await expect(meanings).toContainText('Allow for this runAllows this, and exactly this command');
  await expect(question).not.toContainText('Last time');
  await question.getByRole('button', { name: 'Yes, once' }).click();

  const askedTwice = () => readRows(window.home, 'SELECT 1 FROM approvals').length;
  await expect.poll(askedTwice, { timeout: 60_000 }).toBe(2);
  await expect(question).toContainText(/Last timein this run: allowed once by .+ ago/);
  await expectAccessible('approval-of-a-run');
  await question.getByRole('button', { name: 'Yes, once' }).click();
  await runs.inStatus(id, 'ended');
  await expect(question).toHaveCount(0);
});

test('a long change can be read to its end before it is answered', async () => {
  const lines = Array.from({ length: 600 }, (_none, index) => `line ${index + 1}`);
  const file = path.join(folder.path, 'long.txt');
  const change = { type: 'diff', path: file, oldText: null, newText: lines.join('\n') };
  const id = await window.startByCall({
    agent: 'asker',
    folder: folder.path,
    prompt: JSON.stringify({ kind: 'edit', path: file, content: [change] }),
  });
  await window.inState(id, 'awaiting');
  const details = await window.open(id);
  const question = details.getByRole('region', { name: 'Open question' });
  const meanings = question.getByLabel('What the answers do');
  await expect(meanings).toContainText('Yes, alwaysAllows this, and from now on');
  await expect(question).toContainText('line 400');
  await expect(question.getByText('line 600', { exact: true })).toHaveCount(0);
  await question.getByRole('button', { name: 'Show 200 more lines' }).click();
  await expect(question.getByText('line 600', { exact: true })).toHaveCount(1);
  await expectAccessible('approval-of-a-change');
});

test('of two questions at once the keys answer the first, and nothing from within the other', async () => {
  const prompt = 'make both';
  const id = await window.startByCall({ agent: 'eager', folder: folder.path, prompt });
  await window.inState(id, 'awaiting');
  const details = await window.open(id);
  const yes = (place: string) =>
    details.getByRole('region', { name: place }).getByRole('button', { name: 'Yes, once' });
  await expect(yes('Open question 1 of 2')).toHaveAttribute('aria-keyshortcuts', 'a');
  await expect(yes('Open question 2 of 2')).not.toHaveAttribute('aria-keyshortcuts', 'a');
  await yes('Open question 2 of 2').focus();
  await window.page.keyboard.press('a');
  await expect(window.said).toContainText('Keys answer what it asked first.');
  const open = () =>
    readRows<{ id: string }>(window.home, `SELECT id FROM approvals WHERE status = 'open'`);
  expect(open()).toHaveLength(2);
  const [first] = readRows<{ id: string }>(
    window.home,
    'SELECT id FROM approvals ORDER BY asked_at, id',
  );
  await window.card(id).focus();
  await window.page.keyboard.press('a');
  await expect.poll(() => open().length).toBe(1);
  expect(open()).not.toContainEqual(first);
});
