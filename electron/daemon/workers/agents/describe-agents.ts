import { homedir } from 'node:os';
import type { AgentConfiguration, Configuration } from '../../../../shared/configuration.ts';
import type { AgentSummary } from '../../../../shared/contract.ts';
import { builtInAgents } from './built-in-agents.ts';
import { findCommand } from './find-command.ts';
import { knownAgent } from './known-agents.ts';

/** Every agent that can be chosen, built-in ones first. Looks at files only; nothing is started. */
export function describeAgents(configuration: Configuration): AgentSummary[] {
  const builtIn = builtInAgents();
  const configured = Object.entries(configuration.agents).filter(
    ([id]) => !Object.hasOwn(builtIn, id),
  );
  return [
    {
      ...describe('demo', builtIn.demo),
      commandLine: 'ships with Fleetboard',
      builtIn: true,
      asks: 'always',
      note: 'Shows a whole task in seconds: plan, edit, one question. Needs no account.',
    },
    {
      ...describe('command', builtIn.command),
      commandLine: 'the prompt, as a shell line',
      builtIn: true,
      asks: 'never',
      note: 'Runs the prompt as a shell line in the folder, without asking.',
    },
    ...configured.map(([id, agent]) => describe(id, agent)),
  ];
}

function describe(id: string, agent: AgentConfiguration): AgentSummary {
  const known = knownAgent(agent);
  const isCommand = agent.protocol === 'command';
  const foundAt = findCommand(agent.command, homedir(), agent.env.PATH ?? process.env.PATH);
  return {
    id,
    protocol: agent.protocol,
    commandLine: [agent.command, ...agent.args].join(' '),
    builtIn: false,
    asks: known?.asks ?? (isCommand ? 'never' : agent.mode === undefined ? 'unknown' : 'when_set'),
    note: known?.note ?? (isCommand ? 'Runs without asking.' : 'Asks if it does so by itself.'),
    found: foundAt !== null,
    foundAt,
  };
}
