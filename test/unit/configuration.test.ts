import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../electron/daemon/configuration/parse-configuration.ts';
import { describeAgents } from '../../electron/daemon/workers/agents/describe-agents.ts';
import { resolveAgent } from '../../electron/daemon/workers/agents/resolve-agent.ts';

describe('config.json', () => {
  it('takes the example of the documentation as it stands', () => {
    const { configuration, problems } = parseConfiguration({
      agents: {
        claude: {
          protocol: 'acp',
          command: 'npx',
          args: ['-y', '@agentclientprotocol/claude-agent-acp'],
          env: {},
        },
      },
      profiles: {
        careful: { allow: ['read', 'search', 'think'], commands: ['npm test*'], toolBudget: 50 },
      },
      dispatch: {
        holdMaxMs: 7_200_000,
        leaseMs: 600_000,
        tickMs: 5_000,
        maxConcurrentWorkers: 2,
        failureLimit: 2,
      },
    });
    expect(problems).toEqual([]);
    expect(configuration.dispatch).toMatchObject({ holdMaxMs: 7_200_000, failureLimit: 2 });
  });

  it.each([
    [{ agent: {} }, 'agent', 'a known key', 'unknown key "agent"'],
    [
      { agents: { x: { protocol: 'acp' } } },
      'agents.x.command',
      'a value of type string',
      'nothing',
    ],
    [
      { agents: { x: { protocol: 'acp', command: '' } } },
      'agents.x.command',
      'at least one character',
      '""',
    ],
    [
      { agents: { x: { protocol: 'telepathy', command: 'x' } } },
      'agents.x.protocol',
      'one of "acp", "command"',
      '"telepathy"',
    ],
    [{ profiles: { x: { allow: ['fly'] } } }, 'profiles.x.allow[0]', 'one of "read"', '"fly"'],
    [{ dispatch: { leaseMs: 5 } }, 'dispatch.leaseMs', 'at least 1000', '5'],
    [{ dispatch: { tickMs: 1.5 } }, 'dispatch.tickMs', 'a whole number', '1.5'],
    [{ dispatch: [] }, 'dispatch', 'a value of type object', '[]'],
    ['text', '', 'a value of type object', '"text"'],
  ])('names what is wrong in %j', (value, path, expected, found) => {
    const { problems } = parseConfiguration(value);
    expect(problems[0]).toMatchObject({ path, found });
    expect(problems[0]?.expected).toContain(expected);
  });

  it('keeps what is right beside what is wrong, and shows no secret', () => {
    const { configuration, problems } = parseConfiguration({
      agents: {
        good: { protocol: 'acp', command: 'good' },
        bad: { protocol: 'acp', command: 'bad', env: { API_KEY: 123456789 } },
      },
      dispatch: { failureLimit: 0, maxConcurrentWorkers: 7 },
    });
    expect(Object.keys(configuration.agents)).toEqual(['good']);
    expect(configuration.dispatch).toMatchObject({ failureLimit: 2, maxConcurrentWorkers: 7 });
    expect(JSON.stringify(problems)).not.toContain('123456789');
    const agent = { protocol: 'acp', command: 'x', env: { KEY: 'topsecret-9' } };
    for (const agents of [
      { 'a b': agent },
      [agent],
      { x: [agent] },
      { x: { ...agent, args: agent } },
      { x: { ...agent, protocol: 'topsecret-9' } },
      { x: { ...agent, args: 'topsecret-9' } },
      { x: 'topsecret-9' },
      'topsecret-9',
    ]) {
      const wrong = parseConfiguration({ agents }).problems;
      expect(wrong).not.toEqual([]);
      expect(JSON.stringify(wrong)).not.toContain('topsecret');
    }
    expect(parseConfiguration({ agents: { 'a b': agent } }).problems).toMatchObject([
      { path: 'agents.a b', found: '"a b"', expected: expect.stringContaining('a name of') },
    ]);
  });
});

describe('agents', () => {
  const { configuration } = parseConfiguration({
    agents: {
      claude: { protocol: 'acp', command: 'npx', args: ['@agentclientprotocol/claude-agent-acp'] },
      mine: { protocol: 'acp', command: 'npx', args: ['claude-agent-acp'], mode: 'plan' },
      open: { protocol: 'acp', command: 'opencode', args: ['acp'] },
      pi: { protocol: 'acp', command: 'pi-acp' },
      demo: { protocol: 'command', command: 'evil' },
    },
  });

  it('that are known get what makes them ask, unless the user said otherwise', () => {
    expect(resolveAgent(configuration, 'claude')?.mode).toBe('default');
    expect(resolveAgent(configuration, 'mine')?.mode).toBe('plan');
    expect(resolveAgent(configuration, 'open')?.env.OPENCODE_CONFIG_CONTENT).toContain('ask');
    expect(resolveAgent(configuration, 'nobody')).toBeUndefined();
    expect(resolveAgent(configuration, 'toString')).toBeUndefined();
  });

  it('that are built in cannot be replaced, and one that never asks says so', () => {
    expect(resolveAgent(configuration, 'demo')?.protocol).toBe('acp');
    const described = describeAgents(configuration);
    expect(described.map((agent) => agent.id)).toEqual([
      'demo',
      'command',
      'claude',
      'mine',
      'open',
      'pi',
    ]);
    expect(described.find((agent) => agent.id === 'pi')).toMatchObject({
      asks: 'never',
      found: false,
    });
  });
});
