import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { DaemonAddress } from '../daemon/api/daemon-client.ts';
import type { LaunchSettings } from '../launch-settings.ts';
import { readLaunchSettings } from '../launch-settings.ts';
import { UsageNotAccepted } from './command-stopped.ts';
import { type Call, callsOf } from './daemon-calls.ts';
import type { ExitCode } from './exit-codes.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/** What every command needs: which daemon it is about, how to ask it, and where to say what came of it. */
export interface CommandContext {
  readonly daemon: DaemonAddress;
  readonly port: number;
  readonly json: boolean;
  readonly call: Call;
  readonly terminal: Terminal;
  readonly settings: LaunchSettings;
}

interface GlobalOptions {
  readonly port?: number;
  readonly home?: string;
  readonly json?: boolean;
}

/** Adds the options that every command takes, before or after its name. */
export function withGlobalOptions(program: Command): Command {
  return program
    .option('--port <number>', 'which daemon (FLEETBOARD_PORT; else 7455)', readPort)
    .option('--home <folder>', 'its home folder (FLEETBOARD_HOME; else that of the application)')
    .option('--json', 'print JSON, as documented in docs/cli.md');
}

/** @throws UsageNotAccepted when FLEETBOARD_PORT is no port and --port does not replace it. */
export function contextOf(command: Command): CommandContext {
  const { port: asked, home: folder, json = false } = command.optsWithGlobals<GlobalOptions>();
  if (folder === '') {
    throw new UsageNotAccepted('home_not_accepted', '--home is empty.', 'Name a folder.');
  }
  const settings = readLaunchSettings({
    ...process.env,
    ...(folder !== undefined && { FLEETBOARD_HOME: path.resolve(folder) }),
    ...(asked !== undefined && { FLEETBOARD_PORT: String(asked) }),
  });
  if (!settings.port.accepted) {
    const { code, message } = settings.port.problem;
    throw new UsageNotAccepted(code, message, 'Correct FLEETBOARD_PORT, or give --port.');
  }
  const { port } = settings.port;
  const daemon = { home: settings.home, owner: `127.0.0.1:${port}` };
  return { daemon, port, json, settings, call: callsOf(daemon), terminal: processTerminal() };
}

/** Not process.exit: what was printed may still be on its way. */
export function exitWith(code: ExitCode): void {
  process.exitCode = code;
}

/** Adds what every help shows below the options. */
export function withExamples(command: Command, ...lines: string[]): Command {
  const heading = lines.length === 1 ? 'Example:' : 'Examples:';
  return command.addHelpText(
    'after',
    `\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}

function readPort(written: string): number {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 1 to 65535.');
}
