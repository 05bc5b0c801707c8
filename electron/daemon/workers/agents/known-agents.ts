import path from 'node:path';
import type { AgentConfiguration } from '../../../../shared/configuration.ts';
import type { AgentSummary } from '../../../../shared/contract.ts';

/** What was measured about an agent: how it is recognised and how it is made to ask before it acts. */
export interface KnownAgent {
  /** Its program and its npm packages; one of them is in the command line. */
  readonly names: readonly string[];
  readonly asks: AgentSummary['asks'];
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How it is told to use the key in its environment, should it ask for a login. */
  readonly keyMethod?: string;
  readonly note: string;
}

const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    names: [
      'claude-agent-acp',
      '@agentclientprotocol/claude-agent-acp',
      'claude-code-acp',
      '@zed-industries/claude-code-acp',
    ],
    asks: 'when_set',
    mode: 'default',
    note: 'Decides for itself by default; Fleetboard sets its mode "default", in which it asks.',
  },
  {
    names: ['@agentclientprotocol/codex-acp'],
    asks: 'when_set',
    env: { INITIAL_AGENT_MODE: 'read-only' },
    note: 'Reviews by model by default; Fleetboard starts it in "read-only", in which it asks.',
  },
  {
    // Its program has the name of the other one, which ignores a variable that it does not know.
    names: ['codex-acp', '@zed-industries/codex-acp'],
    asks: 'when_set',
    env: { INITIAL_AGENT_MODE: 'read-only' },
    note: 'Asks when its own settings have approval_policy "on-request" and a read-only sandbox.',
  },
  {
    names: ['opencode', 'opencode-ai'],
    asks: 'when_set',
    env: { OPENCODE_CONFIG_CONTENT: '{"permission":{"edit":"ask","bash":"ask"}}' },
    note: 'Allows everything by default; Fleetboard tells it to ask before edits and commands.',
  },
  {
    names: ['gemini', '@google/gemini-cli'],
    asks: 'always',
    keyMethod: 'gemini-api-key',
    note: 'Asks before it edits or runs something.',
  },
  {
    names: ['qwen', '@qwen-code/qwen-code'],
    asks: 'when_set',
    mode: 'default',
    keyMethod: 'openai',
    note: 'Decides for itself by default; Fleetboard sets its mode "default", in which it asks.',
  },
  {
    names: ['pi-acp'],
    asks: 'never',
    note: 'Cannot be made to ask: it acts without a question, whatever the profile says.',
  },
];

/** What is known about the agent that a command line starts; undefined for the others, and for commands. */
export function knownAgent(agent: AgentConfiguration): KnownAgent | undefined {
  if (agent.protocol !== 'acp') return undefined;
  const names = new Set([agent.command, ...agent.args].flatMap(namesIn));
  return KNOWN_AGENTS.find((known) => known.names.some((name) => names.has(name)));
}

/** The package that a word of a command line names, and its program: never a mere folder on the way to it. */
function namesIn(word: string): string[] {
  const parts = word.replaceAll('\\', '/').split('/');
  const modules = parts.lastIndexOf('node_modules');
  if (modules !== -1) {
    const [first = '', second = ''] = parts.slice(modules + 1);
    if (first !== '.bin') return [first.startsWith('@') ? `${first}/${second}` : first];
  }
  // <package>/dist/index.js of a clone
  const distribution = parts.lastIndexOf('dist');
  const clone = distribution > 0 ? [parts[distribution - 1] ?? ''] : [];
  const program = path.posix.basename(parts.join('/')).replace(/\.(exe|cmd|bat|[cm]?js)$/i, '');
  return [withoutVersion(word), withoutVersion(program), ...clone];
}

/** `npx @scope/name@1.2.3` */
function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 ? name.slice(0, at) : name;
}
