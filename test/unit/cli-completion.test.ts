import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../electron/cli/program.ts';
import { COMMAND_LINE_TEST_MS, run } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('completion');
const script = path.join(folder.path, 'fleetboard.bash');
const bin = path.join(folder.path, 'bin');

beforeAll(async () => {
  const { code, stdout } = await run(['completion', 'bash']);
  expect(code).toBe(0);
  writeFileSync(script, stdout);
  mkdirSync(bin);
  // What the script asks for ids; the command itself is asked in its own test.
  writeFileSync(
    path.join(bin, 'fleetboard'),
    `#!/bin/sh\n[ "$1 $2" = "complete-ids task" ] && printf '1a2b3c4d\\tFix it\\n1aaaaaaa\\tOther\\n'\n`,
  );
  chmodSync(path.join(bin, 'fleetboard'), 0o755);
});
afterAll(() => folder.remove());

/** What bash offers for the last word, after it has loaded the script. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'bash',
    [
      '--norc',
      '-c',
      `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fleetboard; printf '%s\\n' "\${COMPREPLY[@]}"`,
      script,
      'fleetboard',
      ...words,
    ],
    {
      cwd: folder.path,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    },
  );
  return stdout.split('\n').filter(Boolean);
}

describe('completion in bash', () => {
  it('is registered for the command', () => {
    const said = execFileSync('bash', [
      '--norc',
      '-c',
      'source "$0"; complete -p fleetboard',
      script,
    ]);
    expect(String(said)).toContain('-F _fleetboard');
  });

  it('offers every command, and those that begin so', async () => {
    const all = createProgram()
      .commands.map((command) => command.name())
      .filter((name) => name !== 'complete-ids');
    expect(await offered('')).toEqual(expect.arrayContaining(all));
    expect(await offered('')).not.toContain('complete-ids');
    expect(await offered('can')).toEqual(['cancel']);
    expect(await offered('--port', '7460', 'do')).toEqual(['doctor']);
  });

  it('offers the options of a command, and their values', async () => {
    expect(await offered('spawn', '--s')).toEqual(['--shape']);
    expect(await offered('spawn', '--shape', '')).toEqual(['ship', 'scout']);
    expect(await offered('tasks', '--status', 'bl')).toEqual(['blocked']);
    expect(await offered('completion', '')).toEqual(
      expect.arrayContaining(['bash', 'zsh', 'fish']),
    );
    expect(await offered('spawn', '--dir', 'b')).toEqual(['bin']);
  });

  it('offers the keys of the settings', async () => {
    expect(await offered('settings', '')).toEqual(expect.arrayContaining(['get', 'set', 'reset']));
    expect(await offered('settings', 'set', 'dispatch.hold')).toEqual(['dispatch.holdMaxMs']);
    expect(await offered('agents', '--te')).toEqual(['--test']);
  });

  it('offers ids where a command takes one', async () => {
    expect(await offered('cancel', '1a2')).toEqual(['1a2b3c4d']);
    expect(await offered('cancel', '--th')).toEqual(['--there']);
  });
});

describe('completion in other shells', () => {
  it.each(['zsh', 'fish'])('knows every command and option (%s)', async (shell) => {
    const { stdout } = await run(['completion', shell]);
    for (const command of createProgram().commands) {
      if (command.name() === 'complete-ids') continue;
      expect(stdout).toContain(command.name());
      for (const { long } of command.options) {
        expect(stdout).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : `${long}[`);
      }
    }
  });
});
