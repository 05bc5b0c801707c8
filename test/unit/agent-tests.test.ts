import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentTests } from '../../electron/daemon/workers/agents/agent-tests.ts';
import { builtInAgents } from '../../electron/daemon/workers/agents/built-in-agents.ts';
import { detectAgents } from '../../electron/daemon/workers/agents/detect-agents.ts';
import { prepareDemoRepository } from '../../electron/daemon/workers/demo/demo-repository.ts';
import { processesWithEnvironment } from '../../electron/daemon/workers/process-table.ts';
import {
  type AgentConfiguration,
  agentConfigurationSchema,
  configurationSchema,
} from '../../shared/configuration.ts';
import { git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { scripted } from '../helpers/worker-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Longer than any machine takes to start an agent; shorter than a test may take. */
const PLENTY_MS = 45_000;

let folder: ReturnType<typeof temporaryFolder>;
let tests: AgentTests;
let timeoutMs = PLENTY_MS;
let agents: Record<string, AgentConfiguration>;

beforeEach(() => {
  folder = temporaryFolder('agent-tests');
  mkdirSync(path.join(folder.path, 'tmp'));
  vi.stubEnv('TMPDIR', path.join(folder.path, 'tmp'));
  timeoutMs = PLENTY_MS;
  agents = {};
  tests = new AgentTests({
    home: folder.path,
    log: pino({ level: 'silent' }),
    ownerDaemon: '127.0.0.1:7455',
    version: '0.0.0',
    agent: (id) => agents[id],
    agentIds: () => Object.keys(agents),
    handshakeTimeoutMs: () => timeoutMs,
  });
});
afterEach(async () => {
  await tests.stop();
  expect(await left()).toEqual([]);
  expect(readdirSync(path.join(folder.path, 'tmp'))).toEqual([]);
  vi.unstubAllEnvs();
  folder.remove();
});

/** What bears the mark of these tests. */
async function left() {
  const mark = `FLEETBOARD_OWNER=127.0.0.1:7455@${folder.path}`;
  return processesWithEnvironment((line) => line === mark);
}

async function test(agent: AgentConfiguration) {
  agents.one = agent;
  const outcome = await tests.run('one');
  expect(await left(), 'nothing is left of it').toEqual([]);
  return outcome;
}

describe('the test of an agent', () => {
  it('tells who answered, what it can do and how long it took', async () => {
    expect(await test(builtInAgents().demo)).toEqual({
      outcome: 'agent_answered',
      name: 'Fleetboard demo',
      version: '1.0.0',
      protocolVersion: 1,
      abilities: [],
      logins: [],
      session: { state: 'opened' },
      tookMs: expect.any(Number),
    });
    expect(await test(scripted('capable'))).toMatchObject({
      name: 'Scripted',
      version: '2.3.4',
      abilities: ['goes on with earlier sessions', 'takes images'],
      logins: ['Log in with a browser'],
    });
  });

  it('tells that a login is wanted, and the ways to log in', async () => {
    expect(await test(scripted('login-first'))).toMatchObject({
      outcome: 'agent_answered',
      session: { state: 'needs_login', words: expect.stringContaining('please log in') },
    });
  });

  it.each([
    ['exit-at-once', 'exited', 'exit code 1 before it answered. It last said: no such option'],
    ['other-version', 'wrong_protocol_version', 'version 99; Fleetboard speaks 1'],
    ['garbage', 'not_the_protocol', 'Welcome to the wrong program'],
    ['garbage-exit', 'not_the_protocol', 'usage: program [options]'],
    ['refuse-handshake', 'refused', 'refused initialize: unsupported client'],
  ])('that fails says how (%s)', async (behaviour, code, words) => {
    expect(await test(scripted(behaviour))).toEqual({
      outcome: 'agent_test_failed',
      problem: { code, message: expect.stringContaining(words), nextStep: expect.any(String) },
    });
  });

  it('that is silent is timed out and ended', async () => {
    timeoutMs = 200;
    expect(await test(scripted('mute'))).toMatchObject({
      problem: { code: 'timed_out', message: 'The agent did not answer within 200 ms.' },
    });
  });

  it('that is not there is said to be missing', async () => {
    const missing = { protocol: 'acp', command: 'no-such-agent-anywhere' };
    expect(await test(agentConfigurationSchema.parse(missing))).toMatchObject({
      problem: { code: 'not_found', message: expect.stringContaining('no-such-agent-anywhere') },
    });
    expect(await tests.run('two')).toEqual({ outcome: 'unknown_agent', offered: ['one'] });
  });

  it('of a command looks for it and runs nothing', async () => {
    const program = path.join(folder.path, 'tool');
    writeFileSync(program, `#!/bin/sh\ntouch ${folder.path}/ran\n`);
    chmodSync(program, 0o755);
    const tool = agentConfigurationSchema.parse({ protocol: 'command', command: program });
    expect(await test(tool)).toEqual({ outcome: 'command_found', at: program });
    expect(existsSync(path.join(folder.path, 'ran'))).toBe(false);
    const missing = agentConfigurationSchema.parse({ protocol: 'command', command: '/no/tool' });
    expect(await test(missing)).toMatchObject({ problem: { code: 'not_found' } });
  });

  it('shows no secret of its environment', async () => {
    const agent = scripted('secret-at-once', { env: { AGENT_API_KEY: 'topsecret-9' } });
    const outcome = await test(agent);
    expect(outcome).toMatchObject({ problem: { code: 'exited' } });
    expect(JSON.stringify(outcome)).toContain('bad key [redacted]');
  });

  it.each(['secret-cut-in-half', 'secret-cut-in-garbage'])(
    'shows no half of one either where it is cut (%s)',
    async (behaviour) => {
      const agent = scripted(behaviour, { env: { AGENT_API_KEY: 'firsthalf-secondhalf' } });
      const outcome = JSON.stringify(await test(agent));
      expect(outcome).toContain('....');
      expect(outcome).not.toMatch(/first|half/);
    },
  );

  it('runs beside others, in folders that are gone afterwards', async () => {
    agents.one = scripted('polite');
    agents.two = builtInAgents().demo;
    const outcomes = await Promise.all(['one', 'two', 'one'].map((id) => tests.run(id)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(3).fill('agent_answered'));
  });

  it('ends with the daemon, whatever the agent does', async () => {
    agents.one = scripted('mute');
    const outcome = tests.run('one');
    await vi.waitFor(async () => expect(await left()).toHaveLength(1), { timeout: PLENTY_MS });
    await tests.stop();
    expect(await outcome).toMatchObject({ problem: { code: 'stopped' } });
    expect(await tests.run('one')).toMatchObject({ problem: { code: 'stopped' } });
  });
});

describe('known agents', () => {
  it('are found on PATH, and are known again however they are configured', () => {
    const gemini = path.join(folder.path, 'gemini');
    writeFileSync(gemini, '#!/bin/sh\n');
    chmodSync(gemini, 0o755);
    const configuration = configurationSchema.parse({
      agents: {
        mine: {
          protocol: 'acp',
          command: 'npx',
          args: ['-y', '@agentclientprotocol/claude-agent-acp@0.101.0'],
        },
        other: { protocol: 'acp', command: 'other' },
      },
    });
    const found = detectAgents(configuration, folder.path);
    const of = (id: string) => found.find((agent) => agent.id === id);
    expect(of('gemini')).toMatchObject({ foundAt: gemini, args: ['--acp'], configuredAs: [] });
    expect(of('claude')).toMatchObject({ foundAt: null, configuredAs: ['mine'] });
    expect(found.filter(({ configuredAs }) => configuredAs.includes('other'))).toEqual([]);
    for (const { install } of found) expect(install).toMatch(/^npm install -g \S+$/);
  });
});

describe('the repository of the demo', () => {
  it('is made once, with a commit, whatever git is told otherwise', async () => {
    const demo = path.join(folder.path, 'demo');
    expect(await prepareDemoRepository(folder.path)).toEqual({ outcome: 'ready', folder: demo });
    expect(git(demo, 'log', '--format=%an: %s')).toBe(
      'Fleetboard demo: A small project for the demo',
    );
    expect(git(demo, 'status', '--porcelain')).toBe('');
    writeFileSync(path.join(demo, 'mine.txt'), 'kept');
    expect(await prepareDemoRepository(folder.path)).toEqual({ outcome: 'ready', folder: demo });
    expect(git(demo, 'status', '--porcelain')).toBe('?? mine.txt');
    expect(readdirSync(folder.path).sort()).toEqual(['demo', 'tmp']);
  });

  it('is made once for those who ask together', async () => {
    const made = await Promise.all([1, 2, 3].map(() => prepareDemoRepository(folder.path)));
    const demo = path.join(folder.path, 'demo');
    expect(made).toEqual(Array(3).fill({ outcome: 'ready', folder: demo }));
    expect(git(demo, 'log', '--format=%s')).toBe('A small project for the demo');
    expect(git(demo, 'status', '--porcelain')).toBe('');
    expect(readdirSync(folder.path).sort()).toEqual(['demo', 'tmp']);
  });

  it('is a plain folder where git refuses, at once or half way', async () => {
    const bin = path.join(folder.path, 'bin');
    mkdirSync(bin);
    const fake = path.join(bin, 'git');
    const homes = [
      ['at-once', 'echo "xcrun: error: invalid active developer path" >&2; exit 1'],
      ['half-way', 'mkdir -p .git; case "$*" in *commit*) exit 1; esac'],
    ] as const;
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`);
    for (const [name, script] of homes) {
      const home = path.join(folder.path, name);
      mkdirSync(home);
      writeFileSync(fake, `#!/bin/sh\n${script}\n`);
      chmodSync(fake, 0o755);
      const demo = path.join(home, 'demo');
      expect(await prepareDemoRepository(home)).toEqual({ outcome: 'ready', folder: demo });
      expect(readdirSync(demo).sort()).toEqual(['README.md', 'greeting.js']);
      expect(readdirSync(home)).toEqual(['demo']);
    }
  });

  it('is on main also with a git that knows no --initial-branch', async () => {
    const bin = path.join(folder.path, 'bin');
    mkdirSync(bin);
    const old =
      '#!/bin/sh\ncase "$*" in *--initial-branch*) exit 129; esac\nPATH="$REST" exec git "$@"\n';
    writeFileSync(path.join(bin, 'git'), old);
    chmodSync(path.join(bin, 'git'), 0o755);
    vi.stubEnv('REST', process.env.PATH);
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`);
    await prepareDemoRepository(folder.path);
    expect(git(path.join(folder.path, 'demo'), 'branch', '--show-current')).toBe('main');
  });

  it('that has no place is refused with a next step', async () => {
    writeFileSync(path.join(folder.path, 'demo'), 'mine');
    expect(await prepareDemoRepository(folder.path)).toMatchObject({
      outcome: 'demo_refused',
      problem: { message: expect.stringContaining('is no folder') },
    });
    expect(await prepareDemoRepository('/no/such/home')).toMatchObject({
      outcome: 'demo_refused',
      problem: { nextStep: expect.stringContaining('/no/such/home') },
    });
  });
});
