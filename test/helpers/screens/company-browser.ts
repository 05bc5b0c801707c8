import path from 'node:path';
import { FleetboardBrowser, FleetboardServer } from '../fleetboard-browser.ts';
import { FORGE_TOKEN, TestForge } from '../forge/test-forge.ts';
import { RunPage } from '../run-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { COMPANY } from './company.ts';
import { companyConfiguration, fillCompany } from './fill-company.ts';

/** A browser on the little company of `company.ts`, which can lose its daemon. */
export class CompanyBrowser {
  readonly browser: FleetboardBrowser;
  readonly runs: RunPage;
  readonly server: FleetboardServer;
  readonly folder: string;
  readonly #end: () => Promise<void>;

  private constructor(
    browser: FleetboardBrowser,
    server: FleetboardServer,
    folder: string,
    end: () => Promise<void>,
  ) {
    this.browser = browser;
    this.runs = new RunPage(browser.page);
    this.server = server;
    this.folder = folder;
    this.#end = end;
  }

  static async open(): Promise<CompanyBrowser> {
    const folder = temporaryFolder('company');
    const home = path.join(folder.path, 'home');
    const forge = await TestForge.start(folder.path);
    const server = await FleetboardServer.start({
      home,
      configuration: companyConfiguration(forge),
      environment: { GITHUB_TOKEN: FORGE_TOKEN },
    });
    const browser = await FleetboardBrowser.launch();
    await browser.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const company = new CompanyBrowser(browser, server, folder.path, async () => {
      await browser.close();
      await server.end('SIGTERM');
      await forge.stop();
      folder.remove();
    });
    await browser.visit(server.url);
    fillCompany({ folder: folder.path, home, owner: server.owner, forge });
    await browser.card(COMPANY.asking).waitFor();
    return company;
  }

  /** As a crash ends it; resolves when the page says so. */
  async loseDaemon(): Promise<void> {
    await this.server.end('SIGKILL');
    await this.browser.page.getByRole('region', { name: 'Connection' }).waitFor();
  }

  copied(): Promise<string> {
    return this.browser.page.evaluate(() => navigator.clipboard.readText());
  }

  close(): Promise<void> {
    return this.#end();
  }
}
