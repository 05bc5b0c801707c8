import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { readTask } from '../helpers/database-reader.ts';
import { FleetboardWindow } from '../helpers/fleetboard-window.ts';
import { GatedTask } from '../helpers/gated-task.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const asker = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));
const project = fileURLToPath(new URL('../..', import.meta.url));

interface Told {
  readonly title: string;
  readonly body: string;
}

let folder: ReturnType<typeof temporaryFolder>;
let window: FleetboardWindow;

async function launch(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  window = await FleetboardWindow.launch({
    home: path.join(folder.path, 'home'),
    configuration: {
      agents: { asker: { protocol: 'acp', command: process.execPath, args: [asker, 'ask'] } },
      projects: { [path.join(folder.path, 'quiet')]: { notify: false } },
    },
    environment,
  });
  // Where no desktop shows notifications, what would be shown is kept instead, and can be pressed.
  await window.application.evaluate(({ BrowserWindow, Notification }) => {
    const told: Electron.Notification[] = [];
    Object.assign(globalThis, { told, isFocused: false, looked: 0 });
    Notification.prototype.show = function show(this: Electron.Notification) {
      told.push(this);
    };
    // Asked for each time that it is decided whether to tell.
    BrowserWindow.getFocusedWindow = () => {
      Reflect.set(globalThis, 'looked', Reflect.get(globalThis, 'looked') + 1);
      const isFocused = Reflect.get(globalThis, 'isFocused') === true;
      return isFocused ? (BrowserWindow.getAllWindows()[0] ?? null) : null;
    };
  });
}

test.beforeEach(async () => {
  folder = temporaryFolder('notify');
});
test.afterEach(async () => {
  await window.close();
  folder.remove();
});

function told(): Promise<Told[]> {
  return window.application.evaluate(() =>
    (Reflect.get(globalThis, 'told') as Told[]).map(({ title, body }) => ({ title, body })),
  );
}

function pressLast(): Promise<void> {
  return window.application.evaluate(() => {
    (Reflect.get(globalThis, 'told') as Electron.Notification[]).at(-1)?.emit('click');
  });
}

function setFocused(isFocused: boolean): Promise<void> {
  return window.application.evaluate(
    (_electron, to) => void Reflect.set(globalThis, 'isFocused', to),
    isFocused,
  );
}

function timesDecided(): Promise<number> {
  return window.application.evaluate(() => Reflect.get(globalThis, 'looked') as number);
}

function ask(prompt: string, where = folder.path): Promise<string> {
  return window.startByCall({ agent: 'asker', folder: where, prompt });
}

test('what begins to need a person is told once and together, and a press on it opens it', async () => {
  await launch();
  const first = await ask('make first');
  await expect.poll(told).toHaveLength(1);
  expect((await told())[0]).toMatchObject({ body: 'make first\nRun make first' });
  await pressLast();
  await expect(window.card(first)).toBeFocused();
  await expect(window.page.getByRole('complementary', { name: 'Details' })).toContainText(
    'make first',
  );

  await setFocused(true);
  await window.inState(await ask('make seen'), 'awaiting');
  await expect.poll(timesDecided).toBe(2);
  await setFocused(false);
  await Promise.all([ask('make third'), ask('make fourth')]);
  await expect.poll(told).toHaveLength(2);
  expect((await told())[1]?.title).toBe('2 need you');

  const quiet = path.join(folder.path, 'quiet');
  mkdirSync(quiet);
  await window.inState(await ask('make quiet', quiet), 'awaiting');
  await expect.poll(timesDecided).toBe(4);
  expect(await told()).toHaveLength(2);
});

test('a question is answered on its notification where the platform has that, and a refusal is said', async () => {
  await launch();
  // Where Electron has no actions, its notifications take them all the same, and can be told of a press.
  await window.application.evaluate(() => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
  });
  const id = await ask('make first');
  await expect.poll(told).toHaveLength(1);
  const press = (index: number) =>
    window.application.evaluate((_electron, pressed) => {
      const [first] = Reflect.get(globalThis, 'told') as Electron.Notification[];
      first?.emit('action', { actionIndex: pressed }, pressed);
    }, index);
  await press(0);
  await window.inState(id, 'done');
  expect(readTask(window.home, id).status).toBe('done');
  await press(1);
  await expect.poll(told).toHaveLength(2);
  expect((await told())[1]).toMatchObject({
    title: 'Not answered',
    body: expect.stringMatching(/^make first\n.*Yes, once/),
  });
  await window.application.evaluate((_electron, platform) => {
    Object.defineProperty(process, 'platform', { value: platform });
  }, process.platform);
});

test('a link opens the details, with a start that hands it over and with the event of a Mac', async () => {
  await launch();
  const id = await ask('make linked');
  await window.inState(id, 'awaiting');
  const executable = process.env.FLEETBOARD_ELECTRON ?? '';
  const second = spawn(
    executable,
    [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), project, `fleetboard://task/${id}`],
    { env: { ...process.env, FLEETBOARD_HOME: window.home, FLEETBOARD_PORT: String(window.port) } },
  );
  await once(second, 'exit');
  const details = window.page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('make linked');
  await window.page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await window.application.evaluate(({ app }, link) => {
    app.emit('open-url', { preventDefault: () => {} }, link);
  }, `fleetboard://task/${id}`);
  await expect(details).toContainText('make linked');
});

test('quitting with live work lists it, and goes on when a person wants that', async () => {
  await launch();
  const gated = new GatedTask(folder.path, 'gated');
  const id = await window.startByCall(gated.input);
  await window.inState(id, 'working');
  await window.answerQuestion('Keep running');
  const asked = () =>
    window.application.evaluate(
      () => Reflect.get(globalThis, 'asked') as Electron.MessageBoxOptions | undefined,
    );
  await window.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.close(),
  );
  await expect.poll(asked).toMatchObject({ message: 'One piece of work is not finished.' });
  expect((await asked())?.detail).toContain('echo start');
  gated.finish();
  await window.inState(id, 'done');
});

test('where there is a tray, closing the window keeps the daemon, and says so once', async () => {
  await launch({ XDG_CURRENT_DESKTOP: 'KDE' });
  const close = () =>
    window.application.evaluate(({ BrowserWindow }) => {
      const [only] = BrowserWindow.getAllWindows();
      only?.close();
      return only?.isVisible();
    });
  expect(await close()).toBe(false);
  expect((await told()).map(({ title }) => title)).toEqual(['Fleetboard goes on']);
  const id = await ask('make hidden');
  await expect.poll(async () => (await told()).length).toBe(2);
  expect(readTask(window.home, id).status).toBe('held');
  await pressLast();
  await expect(window.card(id)).toBeFocused();
  expect(await close()).toBe(false);
  expect(await told()).toHaveLength(2);
});
