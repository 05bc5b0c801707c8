import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, test } from '@playwright/test';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { createRepository } from '../helpers/git-repository.ts';
import { workerProcessesOf } from '../helpers/processes.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const scripted = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));
const agent = (behaviour: string) =>
  `{ "protocol": "acp", "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(scripted)}, "${behaviour}"], "env": { "API_KEY": "topsecret-9" } }`;
const COMMENTED = `{
  // how many at once
  "dispatch": {
    "maxConcurrentWorkers": 3, // three is enough
    "holdMaxMs": 3600000, /* an hour */
  },
  "agents": {
    "good": ${agent('capable')}, // works
    "bad": ${agent('exit-at-once')},
    "login": ${agent('login-first')},
  },
}
`;

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let window: FleetboardWindow;

test.beforeEach(async () => {
  folder = temporaryFolder('settings');
  const home = path.join(folder.path, 'home');
  file = path.join(home, 'config.json');
  mkdirSync(home);
  writeFileSync(file, COMMENTED);
  window = await FleetboardWindow.launch({ home });
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

const content = () => readFileSync(file, 'utf8');
const field = (key: string) => window.page.getByLabel(key, { exact: true });
const row = (key: string) => window.page.locator(`[data-setting="${key}"]`);

async function openSettings(): Promise<Locator> {
  await window.page.getByRole('button', { name: 'Settings' }).click();
  const screen = window.page.getByRole('region', { name: 'Settings' });
  await expect(screen.getByRole('heading', { name: 'Limits' })).toBeVisible();
  return screen;
}

test('a limit is changed in place: the file has it, its comments survive, and it is in force', async () => {
  await openSettings();
  const holds = field('dispatch.holdMaxMs');
  await expect(holds).toHaveValue('1h');
  await holds.fill('90 m');
  await expect(row('dispatch.holdMaxMs')).toContainText('= 5,400,000 ms');
  await holds.press('Enter');
  await expect(row('dispatch.holdMaxMs').getByRole('status')).toHaveText('Saved');
  await expect(holds).toHaveValue('1h 30m');
  expect(content()).toBe(COMMENTED.replace('3600000', '5400000'));

  // Leaving a field saves as well; Escape takes back.
  await field('dispatch.tickMs').fill('10s');
  await field('dispatch.leaseMs').fill('1d');
  await expect.poll(content).toContain('"tickMs": 10000');
  await field('dispatch.leaseMs').press('Escape');
  await expect(field('dispatch.leaseMs')).toHaveValue('10m');
  await window.page.getByRole('button', { name: 'Reset dispatch.tickMs' }).click();
  await expect(field('dispatch.tickMs')).toHaveValue('5s');
  await expect(field('dispatch.tickMs')).toBeFocused();
  expect(content()).toBe(COMMENTED.replace('3600000', '5400000'));

  await field('dispatch.maxConcurrentWorkers').fill('7');
  await field('dispatch.maxConcurrentWorkers').press('Enter');
  await window.page.getByRole('button', { name: 'All projects' }).click();
  await expect(window.page.getByText('0 of 7 running')).toBeVisible();
  expect(content()).toContain('"maxConcurrentWorkers": 7, // three is enough');
});

test('the file changed by hand shows at once, and never throws away what is being typed', async () => {
  const screen = await openSettings();
  const workers = field('dispatch.maxConcurrentWorkers');
  await expect(workers).toHaveValue('3');
  writeFileSync(file, COMMENTED.replace('"maxConcurrentWorkers": 3', '"maxConcurrentWorkers": 4'));
  await expect(workers).toHaveValue('4');

  await workers.fill('9');
  // As editors do it: written beside, then renamed.
  writeFileSync(`${file}~`, COMMENTED.replace('Workers": 3', 'Workers": 5'));
  renameSync(`${file}~`, file);
  const said = row('dispatch.maxConcurrentWorkers').getByRole('alert');
  await expect(said).toHaveText('Changed in the file meanwhile: 5.');
  await expect(workers).toHaveValue('9');
  await field('dispatch.failureLimit').focus();
  await expect(said).toBeVisible();
  expect(content()).toContain('Workers": 5');
  await row('dispatch.maxConcurrentWorkers').getByRole('button', { name: 'Take it' }).click();
  await expect(workers).toHaveValue('5');
  await workers.fill('9');
  writeFileSync(file, COMMENTED);
  await expect(said).toHaveText('Changed in the file meanwhile: 3.');
  await row('dispatch.maxConcurrentWorkers').getByRole('button', { name: 'Save mine' }).click();
  await expect.poll(content).toContain('Workers": 9');

  writeFileSync(file, COMMENTED.replace('3600000', '"soon"'));
  await expect(row('dispatch.holdMaxMs')).toContainText(
    'The file has "soon", which is not applied.',
  );
  await expect(screen.getByText('Not applied', { exact: true })).toBeVisible();
  await window.page.getByRole('button', { name: 'Reset dispatch.holdMaxMs' }).click();
  await expect(screen.getByText('Not applied', { exact: true })).toHaveCount(0);
  expect(content()).not.toContain('holdMaxMs');
  writeFileSync(file, COMMENTED.replace('"dispatch":', '"dispatch"'));
  await expect(screen).toContainText('no colon at line 3, column 14');
  // What was in force stays, and a file that cannot be parsed is not overwritten.
  await expect(window.page.getByRole('button', { name: 'Test good' })).toBeVisible();
  await field('dispatch.tickMs').fill('10s');
  await field('dispatch.tickMs').press('Enter');
  await expect(row('dispatch.tickMs')).toContainText('Nothing was written.');
  expect(content()).toBe(COMMENTED.replace('"dispatch":', '"dispatch"'));
  await expect(field('dispatch.tickMs')).toHaveValue('10s');
});

test('a wrong value in any field is said beside it, with what was expected, and stays typed', async () => {
  await openSettings();
  const wrong = {
    'dispatch.maxConcurrentWorkers': 'many',
    'dispatch.failureLimit': '0',
    'dispatch.holdMaxMs': '31d',
    'dispatch.idleLimitMs': '900',
    'dispatch.handshakeTimeoutMs': '-1s',
    'dispatch.leaseMs': '1 fortnight',
    'dispatch.backoffBaseMs': '61m',
    'dispatch.tickMs': '',
  };
  for (const [key, typed] of Object.entries(wrong)) {
    await field(key).fill(typed);
    await field(key).press('Enter');
    await expect(row(key)).toContainText(
      /Found (nothing|".*")\. Expected a (whole number|time) from/,
    );
    await expect(field(key)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(key)).toHaveValue(typed);
  }
  expect(content()).toBe(COMMENTED);
  await expectAccessible('settings with mistakes');
});

test('an agent is tested by a real handshake, and nothing of it is left', async () => {
  await openSettings();
  const { page } = window;
  const result = (name: string) => page.getByRole('status', { name: `Test of ${name}` });
  for (const name of ['good', 'bad', 'login', 'demo', 'command']) {
    await page.getByRole('button', { name: `Test ${name}`, exact: true }).click();
  }
  await expect(result('good')).toContainText(/Scripted 2\.3\.4 answered in \d+ ms/);
  await expect(result('good')).toContainText('Goes on with earlier sessions, takes images.');
  await expect(result('bad')).toContainText(
    'exit code 1 before it answered. It last said: no such',
  );
  await expect(result('bad')).toContainText('Run its command in a terminal');
  await expect(result('login')).toContainText('It wants a login: please log in');
  await expect(result('demo')).toContainText('Fleetboard demo 1.0.0 answered');
  await expect(result('command')).toContainText('A command is not run to test it.');
  await expect.poll(() => workerProcessesOf(window.home)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1400 });
  await expectAccessible('settings with tested agents');
});

test('an agent of one’s own is added, edited and removed; values of its environment never come back', async () => {
  const screen = await openSettings();
  const { page } = window;
  await screen.getByRole('button', { name: 'Add an agent' }).click();
  const form = page.getByRole('form', { name: 'New agent' });
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Found nothing. Expected a name.');
  await expect(form).toContainText('Found nothing. Expected the program that is the agent.');
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await form.getByLabel('Name', { exact: true }).fill('good');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('a name that is not taken yet');
  await form.getByLabel('Name', { exact: true }).fill('my agent');
  await form.getByLabel('Command', { exact: true }).fill('mine');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('a name of at most 64 letters, digits');
  await form.getByLabel('Name', { exact: true }).fill('mine');
  await form.getByLabel('Command', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Expected the program that is the agent.');
  await form.getByLabel('Command', { exact: true }).fill('no-such-agent');
  await form.getByLabel('Arguments').fill('--acp\n--quiet');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await form.getByLabel('Value of variable 1').fill('topsecret-8');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('the name of a variable, such as API_KEY');
  await form.getByLabel('Name of variable 1').fill('MINE_KEY');
  await page.screenshot({ path: 'test-results/settings-agent-form.png' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(screen.getByRole('button', { name: 'Add an agent' })).toBeFocused();
  await expect(page.locator('[data-agent="mine"]')).toContainText('not found');
  expect(content()).toContain('"MINE_KEY": "topsecret-8"');
  expect(content()).toContain('// works');

  await page.getByRole('button', { name: 'Edit mine' }).click();
  const edited = page.getByRole('form', { name: 'Agent mine' });
  await expect(edited).toContainText('MINE_KEY');
  expect(await page.locator('body').innerHTML()).not.toContain('topsecret');
  await edited.getByLabel('Arguments').fill('--acp');
  await edited.getByRole('button', { name: 'Take MINE_KEY away' }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(edited).toHaveCount(0);
  expect(content()).not.toContain('topsecret-8');
  expect(content()).not.toContain('--quiet');

  await page.getByRole('button', { name: 'Remove mine' }).click();
  await page.getByRole('button', { name: 'Really remove mine' }).click();
  await expect(page.locator('[data-agent="mine"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Agents' })).toBeFocused();
  expect(content()).toBe(COMMENTED);

  await page.getByRole('button', { name: 'Remove good' }).click();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove good' })).toBeFocused();
  expect(content()).toBe(COMMENTED);
});

test('a form writes what was touched in it: what the file changed meanwhile stays, or is told first', async () => {
  await openSettings();
  const { page } = window;
  const change = (from: string, to: string) => writeFileSync(file, content().replace(from, to));
  await page.getByRole('button', { name: 'Edit bad' }).click();
  const form = page.getByRole('form', { name: 'Agent bad' });
  await form.getByLabel('Arguments').fill('--mine');
  change(`"bad": ${agent('exit-at-once')}`, '"bad": { "protocol": "acp", "command": "by-hand" }');
  await expect(form).not.toContainText('API_KEY');
  await form.getByRole('button', { name: 'Save' }).click();
  const said = form.getByRole('alert');
  await expect(said).toContainText(
    'Changed in the file meanwhile: args is [] now. Save again to replace that with yours.',
  );
  await expect(said).toBeInViewport();
  await page.screenshot({ path: 'test-results/settings-agent-form-meanwhile.png' });
  expect(content()).not.toContain('--mine');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  expect(content()).toContain('"command": "by-hand"');
  expect(content()).toContain('--mine');

  change(
    '"agents":',
    '"profiles": { "mine": { "allow": ["read"], "toolBudget": 5 } },\n  "agents":',
  );
  const mine = page.locator('[data-profile="mine"]');
  await expect(mine).toContainText('at most 5 times');
  await mine.getByRole('button', { name: 'Edit mine' }).click();
  const profile = page.getByRole('form', { name: 'Profile mine' });
  await profile.getByLabel('Paths').fill('src/**');
  // Both in one write: the row is of the catalog, the limit of the settings, and each is read by itself.
  const changed = content().replace('"toolBudget": 5', '"toolBudget": 6');
  writeFileSync(file, changed.replace('Workers": 3', 'Workers": 4'));
  await expect(mine).toContainText('at most 6 times');
  await expect(field('dispatch.maxConcurrentWorkers')).toHaveValue('4');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(profile).toHaveCount(0);
  expect(content()).toContain('"toolBudget": 6');
  expect(content()).toContain('"src/**"');
});

test('a profile is replaced, and a project is silenced and heard again', async () => {
  const repository = createRepository(folder.path);
  await window.startByCall({ agent: 'command', folder: repository, prompt: 'echo fine' });
  await window.inState(await window.taskId('echo fine'), 'done');
  const screen = await openSettings();
  const { page } = window;
  const project = screen.getByRole('checkbox', { name: repository });
  await expect(project).toBeChecked();
  await project.uncheck();
  await expect.poll(content).toContain('"notify": false');
  await project.check();
  await expect.poll(content).not.toContain('notify');

  await screen.getByRole('button', { name: 'Edit careful' }).click();
  const form = page.getByRole('form', { name: 'Profile careful' });
  await form.getByRole('checkbox', { name: 'fetch' }).check();
  await form.getByLabel('Times at most').fill('lots');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Found "lots". Expected a whole number from 0 to 100000.');
  await form.getByLabel('Times at most').fill('100001');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toContainText('Expected a whole number from 0 to 100000');
  await form.getByLabel('Times at most').fill('7');
  await page.screenshot({ path: 'test-results/settings-profile-form.png' });
  await form.getByRole('button', { name: 'Save' }).click();
  const careful = page.locator('[data-profile="careful"]');
  await expect(careful).toContainText(
    'May read, search, think, fetch without asking, at most 7 times',
  );
  await careful.getByRole('button', { name: 'Remove careful' }).click();
  await careful.getByRole('button', { name: 'Really remove careful' }).click();
  await expect(careful).toContainText('built in');

  await screen.getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await screen.getByLabel('Theme').selectOption('system');
  await field('editor.args').fill('--new-window\n-r');
  await field('editor.args').press('Control+Enter');
  await expect.poll(content).toContain('"--new-window"');
});

async function expectAccessible(what: string): Promise<void> {
  const { page } = window;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `test-results/${what.replaceAll(' ', '-')}-${colorScheme}.png` });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => ({ id, html: nodes[0]?.html }));
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
