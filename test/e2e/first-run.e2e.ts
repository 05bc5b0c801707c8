import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let home: string;

test.beforeEach(() => {
  folder = temporaryFolder('first-run');
  home = path.join(folder.path, 'home');
});
test.afterEach(() => {
  folder.remove();
});

async function withWindow(
  environment: Readonly<Record<string, string>>,
  use: (window: FleetboardWindow) => Promise<void>,
): Promise<void> {
  const window = await FleetboardWindow.launch({ home, environment });
  try {
    await use(window);
  } finally {
    await window.close();
  }
}

/** A PATH on which git and the shell are, and only those agents that a test puts there. */
function pathWith(...programs: string[]): string {
  const bin = path.join(folder.path, 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    writeFileSync(path.join(bin, program), '#!/bin/sh\n');
    chmodSync(path.join(bin, program), 0o755);
  }
  return [bin, '/usr/bin', '/bin'].join(path.delimiter);
}

test('from an empty home, one press leads to a running attempt and its first question', async () => {
  await withWindow({}, async (window) => {
    const { page } = window;
    for (const lane of ['Needs you', 'Working', 'Ready to review', 'Done'] as const) {
      await expect(window.lane(lane).getByRole('paragraph')).toHaveText(/^[A-Z].*\.$/);
    }
    await page.getByRole('button', { name: 'Start the demo' }).click();

    const id = await window.taskId('Show me what a task looks like');
    await window.inState(id, 'awaiting');
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details).toContainText('git add FLEETBOARD-DEMO.md && git commit');
    expect(readTask(home, id)).toMatchObject({ status: 'held', kind: 'attempt' });
    await window.card(id).getByRole('button', { name: 'Approve', exact: true }).click();
    await window.inState(id, 'done');
    const demo = path.join(home, 'demo');
    expect(git(demo, 'show', `${readTask(home, id).branch}:FLEETBOARD-DEMO.md`)).toContain(
      'Show me what a task looks like',
    );
    expect(git(demo, 'status', '--porcelain')).toBe('');
    await expect(page.getByRole('button', { name: 'Start the demo' })).toHaveCount(0);
  });
});

test('a demo that has no place says why, and what to do', async () => {
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'demo'), 'mine');
  await withWindow({}, async (window) => {
    await window.page.getByRole('button', { name: 'Start the demo' }).click();
    await expect(window.page.getByRole('alert')).toContainText('is no folder. Move it away');
    expect(readFileSync(path.join(home, 'demo'), 'utf8')).toBe('mine');
  });
});

test('installed agents are offered by name; one press writes the agent and opens the form', async () => {
  await withWindow({ PATH: pathWith('gemini') }, async (window) => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('button', { name: 'Gemini CLI' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Claude Code' })).toHaveCount(0);
    const install = page.getByText('npm install -g @agentclientprotocol/claude-agent-acp');
    await expect(install).toBeHidden();
    await page.getByText(/^Not found: Claude Code, Codex/).click();
    await expect(install).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `test-results/first-run-${colorScheme}.png` });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }))).toEqual([]);
    }
    expect(existsSync(path.join(home, 'config.json'))).toBe(false);
    await page.getByRole('button', { name: 'Gemini CLI' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Agent', { exact: true })).toHaveValue('gemini');
    await expect(dialog.getByRole('radio', { name: 'Attempt' })).toBeChecked();
    expect(JSON.parse(readFileSync(path.join(home, 'config.json'), 'utf8'))).toEqual({
      agents: { gemini: { protocol: 'acp', command: 'gemini', args: ['--acp'] } },
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'gemini', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gemini CLI' })).toHaveCount(0);
  });
});
