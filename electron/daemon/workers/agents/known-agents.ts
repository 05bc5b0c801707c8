import type { AgentConfiguration } from '../../../../shared/configuration.ts';
import type { AgentSummary } from '../../../../shared/contract.ts';

/** What was measured about an agent: how it is recognised and how it is made to ask before it acts. */
export interface KnownAgent {
  /** A word of the command line by which it is known. */
  readonly recognisedBy: RegExp;
  readonly asks: AgentSummary['asks'];
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly note: string;
}

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    recognisedBy: /claude-agent-acp|claude-code-acp/,
    asks: 'when_set',
    mode: 'default',
    note: 'Decides for itself by default; Fleetboard sets its mode "default", in which it asks.',
  },
  {
    recognisedBy: /@agentclientprotocol\/codex-acp/,
    asks: 'when_set',
    env: { INITIAL_AGENT_MODE: 'read-only' },
    note: 'Reviews by model by default; Fleetboard starts it in "read-only", in which it asks.',
  },
  {
    recognisedBy: /codex-acp/,
    asks: 'when_set',
    note: 'Asks when its own settings have approval_policy "on-request" and a read-only sandbox.',
  },
  {
    recognisedBy: /opencode/,
    asks: 'when_set',
    env: { OPENCODE_CONFIG_CONTENT: '{"permission":{"edit":"ask","bash":"ask"}}' },
    note: 'Allows everything by default; Fleetboard tells it to ask before edits and commands.',
  },
  { recognisedBy: /gemini/, asks: 'always', note: 'Asks before it edits or runs something.' },
  {
    recognisedBy: /qwen/,
    asks: 'when_set',
    mode: 'default',
    note: 'Decides for itself by default; Fleetboard sets its mode "default", in which it asks.',
  },
  {
    recognisedBy: /pi-acp/,
    asks: 'never',
    note: 'Cannot be made to ask: it acts without a question, whatever the profile says.',
  },
];

export function knownAgent(agent: AgentConfiguration): KnownAgent | undefined {
  const words = [agent.command, ...agent.args].join(' ');
  return KNOWN_AGENTS.find((known) => known.recognisedBy.test(words));
}
