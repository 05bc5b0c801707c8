import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMAND_LINE_TEST_MS } from '../helpers/command-line.ts';
import { CommandedDaemon } from '../helpers/commanded-daemon.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { SCRIPTED_AGENT } from '../helpers/worker-fixture.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-settings');
const file = path.join(folder.path, 'config.json');
let daemon: CommandedDaemon;

beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true });
  const agent = (behaviour: string) => ({
    protocol: 'acp',
    command: process.execPath,
    args: [SCRIPTED_AGENT, behaviour],
  });
  const agents = {
    good: agent('capable'),
    bad: agent('exit-at-once'),
    login: agent('login-first'),
  };
  writeFileSync(file, `// kept\n${JSON.stringify({ agents }, null, 2)}\n`);
  daemon = await CommandedDaemon.serve(folder.path);
});
afterAll(async () => {
  await daemon.end();
  folder.remove();
});

describe('settings', () => {
  it('are listed, set, read and reset; the file keeps its comments', async () => {
    expect((await daemon.ask('settings', 'get', 'dispatch.holdMaxMs')).stdout).toBe('2h\n');
    const set = await daemon.ask('settings', 'set', 'dispatch.holdMaxMs', '90', 'm');
    expect(set).toMatchObject({ code: 0, stdout: 'Saved.\n' });
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/ kept\n[\s\S]*"holdMaxMs": 5400000/);
    expect(await daemon.json('settings', 'get', 'dispatch.holdMaxMs')).toMatchObject({
      code: 0,
      value: { value: 5_400_000, default: 7_200_000, isSet: true, type: 'duration', min: 1_000 },
    });
    expect((await daemon.ask('settings')).stdout).toMatch(/dispatch\.holdMaxMs +1h 30m +file/);
    await daemon.ask('settings', 'set', 'editor.args', '--', '--new-window', '-r');
    expect(await daemon.json('settings', 'get', 'editor.args')).toMatchObject({
      value: { value: ['--new-window', '-r'] },
    });
    expect(await daemon.json('settings', 'reset', 'dispatch.holdMaxMs')).toMatchObject({
      code: 0,
      value: { outcome: 'written', message: 'Saved.' },
    });
    expect(readFileSync(file, 'utf8')).not.toContain('holdMaxMs');
  });

  it('that will not do are refused by name', async () => {
    expect(await daemon.json('settings', 'set', 'dispatch.failureLimit', '0')).toMatchObject({
      code: 3,
      value: {
        outcome: 'invalid',
        problems: [{ field: 'dispatch.failureLimit', found: '"0"' }],
      },
    });
    const unknown = await daemon.ask('settings', 'set', 'dispatch.workers', '3');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('dispatch.maxConcurrentWorkers');
  });
});

describe('agents', () => {
  it('are listed, with where they are', async () => {
    const { stdout } = await daemon.ask('agents');
    expect(stdout).toMatch(/^demo +acp +built in +yes/m);
    expect(stdout).toContain(process.execPath);
    expect(await daemon.json('agents')).toMatchObject({
      value: { agents: expect.any(Array), detected: expect.any(Array) },
    });
  });

  it('are tested by a real handshake', async () => {
    const good = await daemon.ask('agents', '--test', 'good');
    expect(good.code).toBe(0);
    expect(good.stdout).toMatch(
      /^Scripted 2\.3\.4 answered in \d+ ms and speaks protocol version 1/,
    );
    expect(good.stdout).toContain('Goes on with earlier sessions, takes images.');
    const bad = await daemon.ask('agents', '--test', 'bad');
    expect(bad).toMatchObject({ code: 1, stdout: '' });
    expect(bad.stderr).toContain('It last said: no such option');
    expect(await daemon.json('agents', '--test', 'login')).toMatchObject({
      code: 0,
      value: { session: { state: 'needs_login' } },
    });
    expect(await daemon.json('agents', '--test', 'nobody')).toMatchObject({
      code: 3,
      value: { outcome: 'unknown_agent', offered: ['demo', 'command', 'good', 'bad', 'login'] },
    });
  });
});
