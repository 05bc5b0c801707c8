import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type At,
  type Ran,
  Running,
  type RunOptions,
  run,
  serveDaemon,
  to,
} from './command-line.ts';
import { freePort } from './free-port.ts';

/** What a command with --json came to. */
export interface RanAsJson {
  readonly code: number | null;
  readonly value: unknown;
}

/** A daemon that is served on a home, and everything done to it by the command line. */
export class CommandedDaemon {
  readonly at: At;
  #served: Running;
  readonly #watches: Running[] = [];

  private constructor(at: At, served: Running) {
    this.at = at;
    this.#served = served;
  }

  /** `configuration`: written to its config.json before. */
  static async serve(home: string, configuration?: object): Promise<CommandedDaemon> {
    if (configuration !== undefined) {
      mkdirSync(home, { recursive: true });
      writeFileSync(path.join(home, 'config.json'), JSON.stringify(configuration, null, 2));
    }
    const at = { home, port: await freePort() };
    return new CommandedDaemon(at, await serveDaemon(at));
  }

  get owner(): string {
    return `127.0.0.1:${this.at.port}`;
  }

  /** What "fleetboard serve" printed. */
  get lines(): readonly string[] {
    return this.#served.lines;
  }

  ran(args: readonly string[], options?: RunOptions): Promise<Ran> {
    return run([...to(this.at), ...args], options);
  }

  ask(...args: string[]): Promise<Ran> {
    return this.ran(args);
  }

  /** Runs it with --json and reads what it printed. */
  async json(...args: string[]): Promise<RanAsJson> {
    return asJson(await this.ran(['--json', ...args]));
  }

  /** A watch that has heard of the daemon. It ends with the daemon at the latest. */
  async watch(...args: string[]): Promise<Running> {
    const running = new Running([...to(this.at), 'watch', ...args]);
    this.#watches.push(running);
    await running.until(({ lines, stderr }) => lines.length > 0 || stderr.includes('Watching'));
    return running;
  }

  async kill(): Promise<void> {
    await this.#served.end('SIGKILL');
  }

  /** After it was killed: on the same home and port. */
  async serveAgain(): Promise<void> {
    this.#served = await serveDaemon(this.at);
  }

  /** Resolves with its exit code. */
  end(): Promise<number | null> {
    for (const { process } of this.#watches) process.kill('SIGKILL');
    return this.#served.end('SIGTERM');
  }
}

export function asJson({ code, stdout }: Ran): RanAsJson {
  return { code, value: JSON.parse(stdout) };
}
