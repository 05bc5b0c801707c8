import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import Database from 'better-sqlite3';
import { readRows } from '../helpers/database-reader.ts';
import { FleetboardWindow, type LaunchOptions } from '../helpers/fleetboard-window.ts';
import { freePort } from '../helpers/free-port.ts';
import { withOrdinaryRights } from '../helpers/ordinary-rights.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let home: string;

test.beforeEach(() => {
  folder = temporaryFolder('bad-input');
  home = path.join(folder.path, 'home');
});
test.afterEach(() => folder.remove());

async function withWindow(
  options: LaunchOptions,
  use: (window: FleetboardWindow) => Promise<void>,
) {
  const window = await FleetboardWindow.launch(options);
  try {
    await use(window);
  } finally {
    await window.close();
  }
}

test('every field of the dialog refuses a wrong value by name, and keeps what was typed', async () => {
  const file = path.join(folder.path, 'file.txt');
  writeFileSync(file, '');
  await withWindow({ home }, async ({ page }) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const prompt = dialog.getByLabel('Prompt', { exact: true });
    const target = dialog.getByLabel('Folder', { exact: true });
    const start = dialog.getByRole('button', { name: 'Start', exact: true });
    await start.click();
    await expect(dialog).toContainText('Found nothing. Expected what the agent should do.');
    await expect(dialog).toContainText('Found nothing. Expected the absolute path of a folder.');
    await expect(prompt).toHaveAttribute('aria-invalid', 'true');

    await prompt.fill('Do something');
    for (const [value, found] of [
      ['relative/folder', 'a relative path'],
      ['/no/such/folder', 'which does not exist'],
      [file, 'which is no folder'],
    ] as const) {
      await target.fill(value);
      await start.click();
      await expect(dialog).toContainText(`"${value}"`);
      await expect(dialog).toContainText(found);
      await expect(target).toHaveValue(value);
    }

    await target.fill(folder.path);
    await prompt.fill('x'.repeat(1024 * 1024));
    await start.click();
    await expect(dialog).toContainText('Found 1,048,576 bytes. Expected at most 262,144 bytes');
    expect((await prompt.inputValue()).length).toBe(1024 * 1024);
    expect(readRows(home, 'SELECT id FROM dispatch_tasks')).toEqual([]);

    await prompt.fill('Now it is right');
    await start.click();
    await expect(page.getByRole('article', { name: 'Now it is right' })).toBeVisible();
  });
});

test('all that is wrong with a run is said at once, also what is no number', async () => {
  await withWindow({ home }, async ({ page }) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Loop run' }).check();
    const wrong = {
      Goal: '',
      Check: '',
      Folder: 'shop',
      'Attempts at most': 'many',
      'Minutes at most': '-1',
      'Cost at most': '1e',
    };
    for (const [label, value] of Object.entries(wrong)) {
      await dialog.getByLabel(label, { exact: true }).fill(value);
    }
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    for (const [label, value] of Object.entries(wrong)) {
      const field = dialog.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveValue(value);
    }
    await expect(dialog).toContainText('Found "many". Expected a number of attempts, such as 5.');
    expect(readRows(home, 'SELECT id FROM runs')).toEqual([]);
  });
});

test('a call that the contract does not allow is refused by name, whoever makes it', async () => {
  await withWindow({ home }, async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const call = self.fleetboard.call as (method: string, input: unknown) => Promise<unknown>;
      const start = { kind: 'spawn', agent: 'nobody', folder: '/', prompt: 'x', shape: 'ship' };
      return {
        unknownAgent: await call('task.start', { ...start, profile: 'none' }),
        unknownKey: await call('task.cancel', { taskId: 'x', force: true }),
        wrongType: await call('task.cancel', { taskId: 7 }),
        unknownMethod: await call('task.destroy', {}),
        missing: await call('task.cancel', { taskId: 'no-such-task' }),
      };
    });
    expect(answers.unknownAgent).toMatchObject({
      ok: true,
      value: {
        outcome: 'refused',
        problems: [
          { field: 'agent', found: '"nobody"', expected: 'one of demo, command' },
          { field: 'profile', found: '"none"' },
        ],
      },
    });
    expect(answers.unknownKey).toMatchObject({
      ok: false,
      problem: { code: 'input_not_accepted' },
    });
    expect(answers.wrongType).toMatchObject({ ok: false, problem: { code: 'input_not_accepted' } });
    expect(answers.unknownMethod).toMatchObject({ ok: false, problem: { code: 'call_not_known' } });
    expect(answers.missing).toEqual({ ok: true, value: { outcome: 'not_found' } });
  });
});

test('a database of a newer version is refused in words and left untouched', async () => {
  mkdirSync(home, { recursive: true });
  const file = path.join(home, 'fleetboard.db');
  const database = new Database(file);
  database.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 999;');
  database.close();
  const before = readFileSync(file);
  await withWindow({ home, expect: 'problem' }, async ({ page }) => {
    await expect(page.getByRole('alert')).toContainText('has version 999');
    await expect(page.getByRole('alert')).toContainText('Update Fleetboard');
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a home that cannot be written is said in the window', async () => {
  mkdirSync(home);
  chmodSync(home, 0o555);
  const program = (electron: string) =>
    withOrdinaryRights(electron, path.join(folder.path, 'electron'));
  try {
    await withWindow({ home, program, expect: 'problem' }, async ({ page }) => {
      await expect(page.getByRole('alert')).toContainText(
        `The home folder ${home} cannot be written`,
      );
      await expect(page.getByRole('alert')).toContainText('FLEETBOARD_HOME');
    });
  } finally {
    chmodSync(home, 0o755);
  }
});

test('a taken port is said in the window, and a wrong one too', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    await withWindow({ home, port, expect: 'problem' }, async ({ page }) => {
      await expect(page.getByRole('alert')).toContainText(
        `Another program holds port ${port} on 127.0.0.1`,
      );
      await expect(page.getByRole('alert')).toContainText(`FLEETBOARD_PORT=${port + 1}`);
    });
  } finally {
    server.close();
  }
  const environment = { FLEETBOARD_PORT: 'seven' };
  await withWindow({ home, environment, expect: 'problem' }, async ({ page }) => {
    await expect(page.getByRole('alert')).toContainText('FLEETBOARD_PORT is "seven"');
  });
});

test('a configuration with mistakes still opens, names them, and applies the rest', async () => {
  const configuration = {
    agents: {
      good: { protocol: 'command', command: 'true' },
      wrong: { protocol: 'telepathy', command: 'x' },
    },
    dispatch: { tickMs: 'soon', failureLimit: 5, workers: 3 },
    colour: 'blue',
  };
  await withWindow({ home, configuration }, async (window) => {
    const banner = window.page.getByRole('region', { name: 'Configuration problems' });
    await expect(banner).toContainText(
      /agents\.wrong\.protocol\s*expected one of "acp", "command", found "telepathy"/,
    );
    await expect(banner).toContainText(
      /dispatch\.tickMs\s*expected a value of type number, found "soon"/,
    );
    await expect(banner).toContainText(/dispatch\.workers\s*expected a known key/);
    await expect(banner).toContainText(/colour\s*expected a known key/);
    await window.page.getByRole('button', { name: 'New', exact: true }).click();
    const agents = window.page.getByRole('dialog').getByLabel('Agent', { exact: true });
    await expect(agents.locator('option')).toHaveText(['demo', 'command', 'good']);
    await window.page.keyboard.press('Escape');

    // The file is mended while the window is open.
    writeFileSync(path.join(home, 'config.json'), '{ "dispatch": { "maxConcurrentWorkers": 9 } }');
    await expect(banner).toHaveCount(0);
    await expect(window.page.getByText('0 of 9 running')).toBeVisible();
  });
});
