import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { BoardPage } from './board-page.ts';
import { freePort } from './free-port.ts';

const commandLine = fileURLToPath(new URL('../../out/main/cli.cjs', import.meta.url));

const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Chromium's sandbox does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export interface ServedHome {
  readonly home: string;
  readonly port?: number;
  /** Written to `<home>/config.json` before the start. */
  readonly configuration?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The real command `fleetboard serve`, in a process of its own. */
export class FleetboardServer {
  readonly home: string;
  readonly port: number;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #url = '';

  private constructor(home: string, port: number, environment: Readonly<Record<string, string>>) {
    this.home = home;
    this.port = port;
    this.#environment = environment;
  }

  static async start(options: ServedHome): Promise<FleetboardServer> {
    mkdirSync(options.home, { recursive: true });
    if (options.configuration !== undefined) {
      const file = path.join(options.home, 'config.json');
      writeFileSync(file, JSON.stringify(options.configuration, null, 2));
    }
    const port = options.port ?? (await freePort());
    const server = new FleetboardServer(options.home, port, options.environment ?? {});
    await server.startAgain();
    return server;
  }

  /** The address that it printed: with the token. */
  get url(): string {
    return this.#url;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, [commandLine, 'serve', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        FLEETBOARD_HOME: this.home,
        FLEETBOARD_PORT: String(this.port),
        FLEETBOARD_DEMO_PACE_MS: '0',
        ...this.#environment,
      },
    });
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), once(child, 'exit')])) as [unknown];
    const ready = JSON.parse(String(line)) as { event?: string; url?: string };
    if (ready.event !== 'ready' || ready.url === undefined) throw new Error(`it said ${line}`);
    this.#url = ready.url;
  }

  get owner(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Stops its process, or lets it go on, without its being able to say so to anybody. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** Resolves with its exit code when the operating system has collected it. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === null) return null;
    this.#child = null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  }
}

/** The board in a real Chromium. */
export class FleetboardBrowser extends BoardPage {
  readonly context: BrowserContext;
  readonly #browser: Browser;

  private constructor(browser: Browser, context: BrowserContext, page: Page) {
    super(page);
    this.#browser = browser;
    this.context = context;
  }

  /** `proxy`: the address of a SOCKS proxy through which everything goes. */
  static async launch(proxy?: string): Promise<FleetboardBrowser> {
    const executablePath = process.env.FLEETBOARD_CHROMIUM;
    if (executablePath === undefined)
      throw new Error('FLEETBOARD_CHROMIUM is not set; use npm test');
    const browser = await chromium.launch({
      executablePath,
      args: ARGUMENTS,
      ...(proxy !== undefined && { proxy: { server: proxy } }),
    });
    const context = await browser.newContext({ viewport: { width: 1500, height: 900 } });
    return new FleetboardBrowser(browser, context, await context.newPage());
  }

  /** Opens an address and waits for the board. */
  async visit(url: string): Promise<void> {
    await this.page.goto(url);
    await this.ready();
  }

  async ready(): Promise<void> {
    await this.page.locator('html[data-ready="true"]').waitFor();
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
