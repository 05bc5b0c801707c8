import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));
/** From its sources the command takes twice as long to load without it. */
const COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/fleetboard-tests', import.meta.url),
);
/** Each test starts several processes, on two shared cores. */
export const COMMAND_LINE_TEST_MS = 120_000;

export interface At {
  readonly home: string;
  readonly port: number;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Nothing of whoever runs the tests decides what the command does. */
function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('FLEETBOARD_'));
  return {
    ...Object.fromEntries(own),
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...extra,
  };
}

/** Runs the real command as a process of its own. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment(options.env),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** The options that name a daemon. */
export function to({ home, port }: At): string[] {
  return ['--home', home, '--port', String(port)];
}

/** A command that goes on until it is ended, and the lines of its standard output. */
export class Running {
  readonly process: ChildProcess;
  readonly lines: string[] = [];
  stderr = '';
  readonly #exited: Promise<number | null>;
  #changed: () => void = () => {};

  constructor(args: readonly string[]) {
    const child = spawn(process.execPath, [CLI, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(),
    });
    this.process = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.#changed();
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
      this.#changed();
    });
    this.#exited = once(child, 'close').then(([code]) => {
      this.#changed();
      return code as number | null;
    });
  }

  /** Waits until what has been printed fits. */
  async until(fits: (running: this) => boolean): Promise<void> {
    while (!fits(this)) {
      const ended = this.process.exitCode !== null || this.process.signalCode !== null;
      if (ended) throw new Error(`It ended: ${this.lines.join('\n')}\n${this.stderr}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  /** Resolves with the exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.#exited;
  }
}

/** A daemon as "fleetboard serve" runs it, ready to be used. */
export async function serveDaemon(at: At): Promise<Running> {
  const daemon = new Running(['serve', '--json', ...to(at)]);
  await daemon.until(({ lines }) => lines.some((line) => line.includes('"ready"')));
  return daemon;
}
