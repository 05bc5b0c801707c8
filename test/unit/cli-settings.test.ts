import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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
import { SCRIPTED_AGENT } from '../helpers/worker-fixture.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const folder = temporaryFolder('cli-settings');
const file = path.join(folder.path, 'config.json');
let at: At;
let daemon: Running;

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
  at = { home: folder.path, port: await freePort() };
  daemon = await serveDaemon(at);
});
afterAll(async () => {
  await daemon.end('SIGTERM');
  folder.remove();
});

const ask = (...args: string[]) => run([...to(at), ...args]);
async function json(...args: string[]) {
  const { code, stdout } = await ask('--json', ...args);
  return { code, value: JSON.parse(stdout) as unknown };
}

describe('settings', () => {
  it('are listed, set, read and reset; the file keeps its comments', async () => {
    expect((await ask('settings', 'get', 'dispatch.holdMaxMs')).stdout).toBe('2h\n');
    const set = await ask('settings', 'set', 'dispatch.holdMaxMs', '90', 'm');
    expect(set).toMatchObject({ code: 0, stdout: 'Saved.\n' });
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/ kept\n[\s\S]*"holdMaxMs": 5400000/);
    expect(await json('settings', 'get', 'dispatch.holdMaxMs')).toMatchObject({
      code: 0,
      value: { value: 5_400_000, default: 7_200_000, isSet: true, type: 'duration', min: 1_000 },
    });
    expect((await ask('settings')).stdout).toMatch(/dispatch\.holdMaxMs +1h 30m +file/);
    await ask('settings', 'set', 'editor.args', '--', '--new-window', '-r');
    expect(await json('settings', 'get', 'editor.args')).toMatchObject({
      value: { value: ['--new-window', '-r'] },
    });
    expect(await json('settings', 'reset', 'dispatch.holdMaxMs')).toMatchObject({
      code: 0,
      value: { outcome: 'written', message: 'Saved.' },
    });
    expect(readFileSync(file, 'utf8')).not.toContain('holdMaxMs');
  });

  it('that will not do are refused by name', async () => {
    expect(await json('settings', 'set', 'dispatch.failureLimit', '0')).toMatchObject({
      code: 3,
      value: {
        outcome: 'invalid',
        problems: [{ field: 'dispatch.failureLimit', found: '"0"' }],
      },
    });
    const unknown = await ask('settings', 'set', 'dispatch.workers', '3');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('dispatch.maxConcurrentWorkers');
  });
});

describe('agents', () => {
  it('are listed, with where they are', async () => {
    const { stdout } = await ask('agents');
    expect(stdout).toMatch(/^demo +acp +built in +yes/m);
    expect(stdout).toContain(process.execPath);
    expect(await json('agents')).toMatchObject({
      value: { agents: expect.any(Array), detected: expect.any(Array) },
    });
  });

  it('are tested by a real handshake', async () => {
    const good = await ask('agents', '--test', 'good');
    expect(good.code).toBe(0);
    expect(good.stdout).toMatch(
      /^Scripted 2\.3\.4 answered in \d+ ms and speaks protocol version 1/,
    );
    expect(good.stdout).toContain('Goes on with earlier sessions, takes images.');
    const bad = await ask('agents', '--test', 'bad');
    expect(bad).toMatchObject({ code: 1, stdout: '' });
    expect(bad.stderr).toContain('It last said: no such option');
    expect(await json('agents', '--test', 'login')).toMatchObject({
      code: 0,
      value: { session: { state: 'needs_login' } },
    });
    expect(await json('agents', '--test', 'nobody')).toMatchObject({
      code: 3,
      value: { outcome: 'unknown_agent', offered: ['demo', 'command', 'good', 'bad', 'login'] },
    });
  });
});
