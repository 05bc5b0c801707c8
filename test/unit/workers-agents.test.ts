import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { describeAgents } from '../../electron/daemon/workers/agents/describe-agents.ts';
import { resolveAgent } from '../../electron/daemon/workers/agents/resolve-agent.ts';
import { configurationSchema } from '../../shared/configuration.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type AgentInput = { command: string; protocol?: 'acp' | 'command' } & Record<string, unknown>;
const configured = (agent: AgentInput) =>
  configurationSchema.parse({ agents: { mine: { protocol: 'acp', ...agent } } });
const described = (agent: AgentInput) =>
  describeAgents(configured(agent)).find(({ id }) => id === 'mine');

let folder: ReturnType<typeof temporaryFolder> | undefined;
afterEach(() => {
  folder?.remove();
  folder = undefined;
});

describe('agents', () => {
  it('demo and command are always there, first, and cannot be replaced', () => {
    const configuration = configurationSchema.parse({
      agents: {
        other: { protocol: 'acp', command: 'no-such-agent' },
        demo: { protocol: 'command', command: 'rm' },
      },
    });
    expect(describeAgents(configuration)).toMatchObject([
      { id: 'demo', protocol: 'acp', builtIn: true, asks: 'always', found: true },
      { id: 'command', protocol: 'command', builtIn: true, asks: 'never', found: true },
      { id: 'other', builtIn: false, asks: 'unknown', found: false },
    ]);
    expect(resolveAgent(configuration, 'demo')?.command).toBe(process.execPath);
    expect(resolveAgent(configuration, 'constructor')).toBeUndefined();
    expect(resolveAgent(configuration, 'missing')).toBeUndefined();
  });

  it.each([
    [{ command: 'claude-agent-acp' }, 'when_set', { mode: 'default' }],
    [
      { command: 'npx', args: ['-y', '@agentclientprotocol/claude-agent-acp@0.101.0'] },
      'when_set',
      { mode: 'default' },
    ],
    [
      { command: 'node', args: ['/a/node_modules/@agentclientprotocol/codex-acp/dist/index.js'] },
      'when_set',
      { env: { INITIAL_AGENT_MODE: 'read-only' } },
    ],
    [{ command: '/opt/bin/codex-acp' }, 'when_set', { env: { INITIAL_AGENT_MODE: 'read-only' } }],
    [
      { command: 'opencode', args: ['acp'] },
      'when_set',
      { env: { OPENCODE_CONFIG_CONTENT: expect.stringContaining('"bash":"ask"') } },
    ],
    [{ command: 'gemini', args: ['--acp'] }, 'always', { env: {} }],
    [{ command: 'node', args: ['/src/qwen-code/dist/index.js'] }, 'unknown', { env: {} }],
    [{ command: 'qwen', args: ['--acp'] }, 'when_set', { mode: 'default' }],
    [{ command: '/a/node_modules/.bin/pi-acp' }, 'never', { env: {} }],
    [{ command: '/home/gemini/agent', args: ['/home/opencode/agent.mjs'] }, 'unknown', { env: {} }],
    [{ command: 'agent', mode: 'ask' }, 'when_set', { mode: 'ask' }],
    [{ command: 'opencode', protocol: 'command' as const }, 'never', { env: {} }],
  ])('%j asks: %s', (agent, asks, resolved) => {
    expect(described(agent)?.asks).toBe(asks);
    expect(resolveAgent(configured(agent), 'mine')).toMatchObject(resolved);
  });

  it('are set up as configured where that differs from what is known', () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{}', OTHER: 'x' };
    expect(resolveAgent(configured({ command: 'opencode', env }), 'mine')?.env).toEqual(env);
    expect(resolveAgent(configured({ command: 'qwen', mode: 'plan' }), 'mine')?.mode).toBe('plan');
  });

  it('are found on PATH, their own or the daemon’s, or by path', () => {
    folder = temporaryFolder('agents');
    const program = path.join(folder.path, 'my-agent');
    writeFileSync(program, '#!/bin/sh\n');
    const found = (agent: AgentInput) => described(agent)?.found;
    const env = { PATH: folder.path };
    expect(found({ command: program })).toBe(false);
    chmodSync(program, 0o755);
    expect(found({ command: program })).toBe(true);
    expect(found({ command: 'my-agent', env })).toBe(true);
    expect(found({ command: 'my-agent' })).toBe(false);
    expect(found({ command: 'sh' })).toBe(true);
    expect(found({ command: folder.path })).toBe(false);
  });
});
