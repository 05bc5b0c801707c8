import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { BoardPage } from './board-page.ts';
import { freePort } from './free-port.ts';

const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface LaunchOptions {
  readonly home: string;
  readonly port?: number;
  /** Written to `<home>/config.json` before the start. */
  readonly configuration?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  /** Instead of Electron itself. */
  readonly program?: (electron: string) => string;
  /** Wait for the board (default), or only for a window that says why there is none. */
  readonly expect?: 'board' | 'problem';
}

/** A real window of the built application on a home of its own. */
export class FleetboardWindow extends BoardPage {
  readonly application: ElectronApplication;
  readonly home: string;
  readonly port: number;
  /** Playwright forgets it once it has ended. */
  readonly #process: ChildProcess;

  private constructor(application: ElectronApplication, page: Page, home: string, port: number) {
    super(page);
    this.application = application;
    this.home = home;
    this.port = port;
    this.#process = application.process();
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
      executablePath: options.program?.(executablePath) ?? executablePath,
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

  get #hasEnded(): boolean {
    const { exitCode, signalCode } = this.#process;
    return exitCode !== null || signalCode !== null;
  }

  get mainProcessId(): number {
    const pid = this.application.process().pid;
    if (pid === undefined) throw new Error('the application has no pid');
    return pid;
  }

  copied(): Promise<string> {
    return this.application.evaluate(({ clipboard }) => clipboard.readText());
  }

  /** Of its content; resolves when the page has it. */
  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.application.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await this.page.waitForFunction(
      ({ width, height }) => innerWidth === width && innerHeight === height,
      size,
    );
  }

  /** Quits, and answers with yes when it asks because work is not finished. */
  async close(): Promise<void> {
    if (!this.#hasEnded) await this.answerQuestion('Quit');
    await this.application.close();
  }

  /** What every question of the application is answered with from now on, instead of by a person. */
  async answerQuestion(button: string): Promise<void> {
    await this.application.evaluate(({ dialog }, wanted) => {
      const answer = async (...given: unknown[]) => {
        const options = given.at(-1) as Electron.MessageBoxOptions;
        Object.assign(globalThis, { asked: options });
        return { response: options.buttons?.indexOf(wanted) ?? 0, checkboxChecked: false };
      };
      dialog.showMessageBox = answer as typeof dialog.showMessageBox;
    }, button);
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
