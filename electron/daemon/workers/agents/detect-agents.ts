import { homedir } from 'node:os';
import type { DetectedAgent } from '../../../../shared/agent-tests.ts';
import type { Configuration } from '../../../../shared/configuration.ts';
import { findCommand } from './find-command.ts';
import { knownAgent } from './known-agents.ts';

type Detectable = Pick<DetectedAgent, 'id' | 'name' | 'command' | 'args' | 'install'>;

/** How each known agent is started once its package is installed. */
const DETECTABLE: readonly Detectable[] = [
  {
    id: 'claude',
    name: 'Claude Code',
    command: 'claude-agent-acp',
    args: [],
    install: 'npm install -g @agentclientprotocol/claude-agent-acp',
  },
  {
    id: 'codex',
    name: 'Codex',
    command: 'codex-acp',
    args: [],
    install: 'npm install -g @agentclientprotocol/codex-acp',
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    command: 'gemini',
    args: ['--acp'],
    install: 'npm install -g @google/gemini-cli',
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    command: 'opencode',
    args: ['acp'],
    install: 'npm install -g opencode-ai',
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    install: 'npm install -g @qwen-code/qwen-code',
  },
  {
    id: 'pi',
    name: 'pi',
    command: 'pi-acp',
    args: [],
    install: 'npm install -g pi-acp',
  },
];

/** Which known agents are on PATH, and which of the configured ones are the same. Starts nothing. */
export function detectAgents(
  { agents }: Configuration,
  searchPath: string | undefined,
): DetectedAgent[] {
  const configured = Object.entries(agents).map(([id, agent]) => ({
    id,
    known: knownAgent(agent),
  }));
  return DETECTABLE.map((detectable) => {
    const { command, args } = detectable;
    const known = knownAgent({ protocol: 'acp', command, args, env: {} });
    return {
      ...detectable,
      foundAt: findCommand(command, homedir(), searchPath),
      configuredAs: configured
        .filter((agent) => agent.known !== undefined && agent.known === known)
        .map(({ id }) => id),
    };
  });
}
