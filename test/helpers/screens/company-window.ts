import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Push } from '../../../shared/contract.ts';
import { FleetboardWindow } from '../fleetboard-window.ts';
import { FORGE_TOKEN, TestForge } from '../forge/test-forge.ts';
import { RunPage } from '../run-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { COMPANY, companyActivities } from './company.ts';
import { companyConfiguration, fillCompany } from './fill-company.ts';

export interface OpenOptions {
  /** At the address and in a folder that look the same whenever the pictures are taken. */
  readonly isForShow?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** Before there is a single row. */
  readonly whileEmpty?: (window: FleetboardWindow) => Promise<void>;
}

/** A window on the little company of `company.ts`, whose rows are the same each time. */
export class CompanyWindow {
  readonly window: FleetboardWindow;
  readonly runs: RunPage;
  readonly folder: string;
  /** What the times of the rows count back from. */
  readonly seededAt: number;
  readonly #end: () => Promise<void>;

  private constructor(
    window: FleetboardWindow,
    folder: string,
    seededAt: number,
    end: () => Promise<void>,
  ) {
    this.window = window;
    this.runs = new RunPage(window.page);
    this.folder = folder;
    this.seededAt = seededAt;
    this.#end = end;
  }

  static async open({
    isForShow = false,
    size,
    whileEmpty,
  }: OpenOptions = {}): Promise<CompanyWindow> {
    const folder = isForShow ? folderForShow() : temporaryFolder('company');
    const home = path.join(folder.path, 'home');
    const forge = await TestForge.start(folder.path);
    const window = await FleetboardWindow.launch({
      home,
      ...(isForShow && { port: 7455 }),
      configuration: companyConfiguration(forge),
      environment: { GITHUB_TOKEN: FORGE_TOKEN, TZ: 'UTC' },
    });
    if (size !== undefined) await window.resize(size);
    await whileEmpty?.(window);
    const owner = `127.0.0.1:${window.port}`;
    const seededAt = fillCompany({ folder: folder.path, home, owner, forge });
    const company = new CompanyWindow(window, folder.path, seededAt, async () => {
      await window.close();
      await forge.stop();
      folder.remove();
    });
    await window.card(COMPANY.asking).waitFor();
    await company.tellActivities();
    await window.card(COMPANY.ofOther).getByText('silent').waitFor();
    await window.card(COMPANY.working).getByText('Write the section about retries').waitFor();
    return company;
  }

  close(): Promise<void> {
    return this.#end();
  }

  /** As a person zooms; the window has this size on the screen, and so fewer pixels of CSS. */
  async zoom(factor: number, size: { readonly width: number; readonly height: number }) {
    await this.window.application.evaluate(
      ({ BrowserWindow }, to) => {
        const window = BrowserWindow.getAllWindows()[0];
        window?.setContentSize(to.width, to.height);
        window?.webContents.setZoomFactor(to.factor);
      },
      { ...size, factor },
    );
    await this.window.page.waitForFunction(
      (to) => Math.round(innerWidth * to.factor) === to.width,
      { ...size, factor },
    );
  }

  /** Turns the page, as it is turned for a language that is written from right to left. */
  async direct(direction: 'ltr' | 'rtl'): Promise<void> {
    await this.window.page.evaluate((to) => {
      document.documentElement.dir = to;
    }, direction);
  }

  /** As the daemon tells them; nothing that it runs does. */
  async tellActivities(): Promise<void> {
    const pushes: Push[] = [{ event: 'activity', activities: [...companyActivities(Date.now())] }];
    await this.window.application.evaluate(({ BrowserWindow }, told) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send('fleetboard:push', told);
    }, pushes);
  }
}

function folderForShow(): { path: string; remove: () => void } {
  const folder = path.join(tmpdir(), 'harbour');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  remove();
  mkdirSync(folder, { recursive: true });
  return { path: folder, remove };
}
