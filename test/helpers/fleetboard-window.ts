import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import { freePort } from './free-port.ts';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface LaunchOptions {
  readonly home: string;
  readonly port?: number;
  /** Written to `<home>/config.json` before the start. */
  readonly configuration?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  /** Wait for the board (default), or only for a window that says why there is none. */
  readonly expect?: 'board' | 'problem';
}

/** A real window of the built application on a home of its own. */
export class FleetboardWindow {
  readonly application: ElectronApplication;
  readonly page: Page;
  readonly home: string;
  readonly port: number;

  private constructor(application: ElectronApplication, page: Page, home: string, port: number) {
    this.application = application;
    this.page = page;
    this.home = home;
    this.port = port;
  }

  static async launch(options: LaunchOptions): Promise<FleetboardWindow> {
    const executablePath = process.env.FLEETBOARD_ELECTRON;
    if (executablePath === undefined)
      throw new Error('FLEETBOARD_ELECTRON is not set; use npm test');
    const port = options.port ?? (await freePort());
    if (options.configuration !== undefined) {
      mkdirSync(options.home, { recursive: true });
      writeFileSync(
        path.join(options.home, 'config.json'),
        JSON.stringify(options.configuration, null, 2),
      );
    }
    const asRoot = process.getuid?.() === 0;
    const application = await _electron.launch({
      executablePath,
      args: [...(asRoot ? ['--no-sandbox'] : []), project],
      env: {
        ...(process.env as Record<string, string>),
        FLEETBOARD_HOME: options.home,
        FLEETBOARD_PORT: String(port),
        FLEETBOARD_DEMO_PACE_MS: '0',
        ...options.environment,
      },
    });
    const page = await application.firstWindow();
    if (options.expect === 'problem') await page.getByRole('alert').first().waitFor();
    else await page.locator('html[data-ready="true"]').waitFor();
    return new FleetboardWindow(application, page, options.home, port);
  }

  lane(name: 'Needs you' | 'Working' | 'Ready to review' | 'Done'): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  card(taskId: string): Locator {
    return this.page.locator(`article[data-task-id="${taskId}"]`);
  }

  /** The card of the only task whose title begins like this; returns its id once it is there. */
  async taskId(title: string): Promise<string> {
    const card = this.page.getByRole('article').filter({ hasText: title }).first();
    await card.waitFor();
    const id = await card.getAttribute('data-task-id');
    if (id === null) throw new Error(`the card "${title}" has no task id`);
    return id;
  }

  async inState(taskId: string, state: string): Promise<void> {
    await this.page.locator(`article[data-task-id="${taskId}"][data-state="${state}"]`).waitFor();
  }

  /** Fills and submits the dialog as a person would. */
  async start(task: {
    kind: 'Spawn' | 'Attempt';
    agent: string;
    folder: string;
    prompt: string;
    profile?: string;
    shape?: 'Ship' | 'Scout';
  }): Promise<void> {
    await this.page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: task.kind }).check();
    await dialog.getByLabel('Agent', { exact: true }).selectOption(task.agent);
    await dialog.getByLabel('Folder', { exact: true }).fill(task.folder);
    await dialog.getByLabel('Prompt', { exact: true }).fill(task.prompt);
    if (task.profile !== undefined) {
      await dialog.getByLabel('Profile', { exact: true }).selectOption(task.profile);
    }
    if (task.shape !== undefined) await dialog.getByRole('radio', { name: task.shape }).check();
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  }

  /** Opens the details of a card, and returns them. */
  async open(taskId: string): Promise<Locator> {
    await this.card(taskId).getByRole('heading').click();
    const details = this.page.getByRole('complementary', { name: 'Details' });
    await details.waitFor();
    return details;
  }

  /** Presses an action of a card; the pointer must be over it for the buttons to show. */
  async act(taskId: string, action: string): Promise<void> {
    const card = this.card(taskId);
    await card.hover();
    await card.getByRole('button', { name: action, exact: true }).click();
  }

  /** Where the window says what came of an action. */
  get said(): Locator {
    return this.page.getByRole('status').last();
  }

  get mainProcessId(): number {
    const pid = this.application.process().pid;
    if (pid === undefined) throw new Error('the application has no pid');
    return pid;
  }

  async close(): Promise<void> {
    await this.application.close();
  }

  /** `kill -9` of the main process. Resolves when the operating system has collected it. */
  async kill(): Promise<void> {
    const child = this.application.process();
    const gone = new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
    process.kill(this.mainProcessId, 'SIGKILL');
    await gone;
  }
}
