import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../electron/cli/program.ts';
import {
  type At,
  COMMAND_LINE_TEST_MS,
  type Running,
  run,
  serveDaemon,
  to,
} from '../helpers/command-line.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('usage');
afterAll(() => folder.remove());

describe('help', () => {
  const commands = createProgram().commands.map((command) => command.name());

  it('lists every command and the exit codes', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of commands.filter((one) => one !== 'complete-ids')) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(stdout).toContain('2 bad usage, 3 refused with an outcome, 4 no daemon');
  });

  it('of every command shows an example and the options that all take', () => {
    for (const command of createProgram().commands) {
      if (command.name() === 'complete-ids') continue;
      let shown = '';
      command.configureOutput({ writeOut: (text) => (shown += text) });
      command.outputHelp();
      expect(shown).toMatch(
        new RegExp(`Examples?:\n( {2}.*\n)*? {2}.*fleetboard ${command.name()}`),
      );
      expect(shown).toContain('--port <number>');
      expect(shown).toContain('--json');
    }
  });
});

describe('bad usage', () => {
  it.each([
    [['tasks', '--port', 'abc'], "'abc' is invalid. Expected a whole number from 1 to 65535"],
    [['tasks', '--port', '99999'], "'99999' is invalid. Expected a whole number from 1 to 65535"],
    [['tasks', '--port', '0'], "'0' is invalid"],
    [['tasks', '--home', ''], '--home is empty'],
    [['task'], "Unknown command 'task'"],
    [['tasks', '--statuss', 'done'], "Unknown option '--statuss'"],
    [['tasks', '--status', 'finished'], "'finished' is invalid. Allowed choices are queued"],
    [['tasks', '--limit', '0'], "'0' is invalid. Expected a whole number from 1"],
    [['show'], "Missing required argument 'task'"],
    [['show', 'a', 'b'], 'too many arguments'],
    [['spawn', '--', 'true'], "Required option '--agent <name>' not specified"],
    [['spawn', '--agent', 'command'], 'There is no prompt'],
    [
      ['spawn', '--agent', 'command', '--shape', 'boat', '--', 'x'],
      'Allowed choices are ship, scout',
    ],
    [['approve', '1', 'yes', '--reject'], 'Both an option ("yes") and --reject were given'],
    [['hold', ''], 'The id is empty'],
    [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish'],
  ])('%j names the value and what was expected', async (args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr.toLowerCase()).toContain(words.toLowerCase());
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('without a command is help, and an error', async () => {
    const { code, stderr } = await run([]);
    expect(code).toBe(2);
    expect(stderr).toContain('Usage: fleetboard');
  });

  it('is one object with --json, wherever that stands', async () => {
    const { code, stdout } = await run(['--json', 'tasks', '--port', 'abc']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'bad_usage',
        message: expect.stringContaining("'abc' is invalid"),
        nextStep: expect.any(String),
      },
    });
  });

  it('takes --json in a prompt for part of the prompt', async () => {
    const { code, stdout } = await run(['spawn', '--', 'echo', '--json']);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it('of FLEETBOARD_PORT says so, and does not matter when --port is given', async () => {
    const env = { FLEETBOARD_PORT: 'abc' };
    const bad = await run(['tasks'], { env });
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('FLEETBOARD_PORT is "abc". Expected a whole number');
    const port = String(await freePort());
    expect((await run(['tasks', '--port', port], { env })).code).toBe(4);
  });
});

describe('no daemon', () => {
  let server: Server | null = null;
  let daemon: Running | null = null;
  afterEach(async () => {
    server?.close();
    server = null;
    await daemon?.end('SIGTERM');
    daemon = null;
  });

  async function expectNoDaemon(at: At, code: string, words: string): Promise<void> {
    const { code: exitCode, stdout } = await run(['tasks', '--json', ...to(at)]);
    const { error } = JSON.parse(stdout) as { error: Record<string, string> };
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(error.nextStep).toMatch(/fleetboard serve|--home/);
    expect(exitCode).toBe(4);
  }

  it('says that nothing listens, and how to start one', async () => {
    const port = await freePort();
    const at = { home: folder.path, port };
    await expectNoDaemon(at, 'daemon_not_running', 'nothing listens there');
    const { stderr } = await run(['tasks', ...to(at)]);
    expect(stderr).toContain(`fleetboard serve --port ${port}`);
  });

  it('says that something else listens', async () => {
    server = createServer((_request, response) => response.end('hello'));
    const port = await freePort();
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    await expectNoDaemon({ home: folder.path, port }, 'not_a_daemon', 'Something else');
  });

  describe('of this home', () => {
    let at: At;
    const other = temporaryFolder('usage-other');
    beforeAll(async () => {
      at = { home: other.path, port: await freePort() };
    });
    afterAll(() => other.remove());

    it('tells a missing token from a wrong one', async () => {
      daemon = await serveDaemon(at);
      const elsewhere = { home: folder.path, port: at.port };
      await expectNoDaemon(elsewhere, 'token_missing', 'its token is not in this home');
      writeFileSync(path.join(folder.path, `api-${at.port}.token`), `${'0'.repeat(64)}\n`);
      await expectNoDaemon(elsewhere, 'token_refused', 'refuses the token');
      expect((await run(['tasks', ...to(at)])).code).toBe(0);
    });
  });
});
