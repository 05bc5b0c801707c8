import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { completionScript } from '../../electron/cli/completion/completion-script.ts';
import { createProgram } from '../../electron/cli/program.ts';
import { COMMAND_LINE_TEST_MS, run, to } from '../helpers/command-line.ts';
import { CommandedHome } from '../helpers/commanded-home.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

function runCommands(): readonly Command[] {
  return createProgram().commands.find((command) => command.name() === 'run')?.commands ?? [];
}

describe('help', () => {
  it('of every command of a run shows an example and the options that all take', () => {
    expect(runCommands().length).toBe(16);
    for (const command of runCommands()) {
      let shown = '';
      command.configureOutput({ writeOut: (text) => (shown += text) });
      command.outputHelp();
      expect(shown).toMatch(
        new RegExp(`Examples?:\n( {2}.*\n)*? {2}fleetboard run ${command.name()}`),
      );
      expect(shown).toContain('--port <number>');
      expect(shown).toContain('--json');
    }
  });
});

const started = ['run', 'start', '--agent', 'command', '--check', 'true'];

describe('bad usage', () => {
  it.each([
    [['run', 'begin'], "Unknown command 'begin'"],
    [['run', 'start', '--check', 'true', '--goal', 'x'], "Required option '--agent <name>'"],
    [['run', 'start', '--agent', 'demo', '--goal', 'x'], "Required option '--check <command>'"],
    [started, 'There is no goal'],
    [[...started, '--goal', 'x', '--', 'y'], 'Both --goal ("x") and a goal after it ("y")'],
    [[...started, '--max-attempts', 'many'], "'many' is invalid. Expected a number"],
    [[...started, '--max-attempts', '9'.repeat(400)], 'is invalid. Expected a number'],
    [[...started, '--max-minutes', '1h'], "'1h' is invalid. Expected a number, or none"],
    [[...started, '--max-cost', '5EUR'], "'5EUR' is invalid. Expected a number, or none"],
    [['run', 'show'], "Missing required argument 'run'"],
    [['run', 'show', ''], 'The id is empty'],
    [['run', 'show', '1', '--prompt', 'one'], "'one' is invalid. Expected a whole number from 1"],
    [['run', 'show', '1', '--prompt', '1', '--output', '1'], 'cannot be used with option'],
    [['run', 'diff', '1', '--attempt', '0'], "'0' is invalid. Expected a whole number from 1"],
    [['run', 'list', '--limit', '0'], "'0' is invalid. Expected a whole number from 1"],
    [['run', 'merge', '1', '--method', 'octopus'], 'Allowed choices are merge, squash, rebase'],
    [['run', 'changes', '1'], 'There is no prompt'],
    [['run', 'disallow', '1'], "Missing required argument 'rule'"],
  ])('%j names the value and what was expected', async (args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect(stderr.toLowerCase()).toContain(words.toLowerCase());
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('a run that is not there', () => {
  let home: CommandedHome;
  beforeAll(async () => {
    home = await CommandedHome.serve();
  });
  afterAll(() => home.close());

  it.each([
    ['show'],
    ['diff'],
    ['stop'],
    ['merge'],
    ['discard'],
    ['changes', '--', 'x'],
    ['allow'],
    ['rules'],
    ['open'],
  ])('is not found (%s)', async (name, ...rest) => {
    const { code, value } = await home.json('run', name, randomUUID(), ...rest);
    expect(value).toMatchObject({ outcome: 'not_found', message: expect.any(String) });
    expect(code).toBe(3);
  });

  it('is offered by the beginning of its id once it is there', async () => {
    const id = await home.passed('true');
    const { stdout } = await home.ran(['complete-ids', 'run', id.slice(0, 3)]);
    expect(stdout).toBe(`${id.slice(0, 8)}\ttrue\n`);
    const { code, stderr } = await run([
      'run',
      'show',
      id,
      ...to({ ...home.at, port: await freePort() }),
    ]);
    expect(stderr).toContain('nothing listens there');
    expect(code).toBe(4);
  });
});

describe('completion', () => {
  const folder = temporaryFolder('completion-runs');
  const script = path.join(folder.path, 'fleetboard.bash');
  beforeAll(() => {
    writeFileSync(script, completionScript(createProgram(), 'bash'));
    const bin = path.join(folder.path, 'bin');
    mkdirSync(bin);
    writeFileSync(
      path.join(bin, 'fleetboard'),
      `#!/bin/sh\n[ "$1" = complete-ids ] && printf '1a2b3c4d-%s\\tMend it\\n' "$2"\n`,
    );
    chmodSync(path.join(bin, 'fleetboard'), 0o755);
  });
  afterAll(() => folder.remove());

  async function offered(...words: string[]): Promise<string[]> {
    const complete = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fleetboard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)(
      'bash',
      ['--norc', '-c', complete, script, 'fleetboard', ...words],
      {
        cwd: folder.path,
        env: { ...process.env, PATH: `${folder.path}/bin${path.delimiter}${process.env.PATH}` },
      },
    );
    return stdout.split('\n').filter(Boolean);
  }

  it('in bash offers the commands of runs, their options, values and ids', async () => {
    expect(await offered('ru')).toEqual(['run']);
    const names = runCommands().map((command) => command.name());
    expect(await offered('run', '')).toEqual(expect.arrayContaining(names));
    expect(await offered('run', 'sta')).toEqual(['start']);
    expect(await offered('run', 'start', '--max-')).toEqual([
      '--max-attempts',
      '--max-minutes',
      '--max-cost',
    ]);
    expect(await offered('run', 'merge', '--method', 's')).toEqual(['squash']);
    expect(await offered('run', 'start', '--repo', 'b')).toEqual(['bin']);
    expect(await offered('run', '--port', '7460', 'show', '1a')).toEqual(['1a2b3c4d-run']);
    expect(await offered('run', 'allow', '1a')).toEqual(['1a2b3c4d-approval']);
    // Not those of the command of the same name outside.
    expect(await offered('run', 'show', '--hist')).toEqual(['--history']);
    expect(await offered('show', '1a')).toEqual(['1a2b3c4d-task']);
    expect(await offered('show', '--hist')).toEqual([]);
  });

  it.each(['zsh', 'fish'] as const)('in %s knows every command of runs', (shell) => {
    const words = completionScript(createProgram(), shell);
    for (const command of runCommands()) {
      const name = command.name();
      const place = shell === 'zsh' ? `        ${name}) _arguments` : `-a ${name} -d `;
      expect(words).toContain(place);
      for (const { long } of command.options) {
        const option = shell === 'zsh' ? `${long}[` : `from ${name}' -l ${long?.slice(2)} `;
        expect(words).toContain(option);
      }
    }
    expect(words).toContain(shell === 'zsh' ? "'1:run: _fleetboard_ids run'" : 'complete-ids run');
  });
});
