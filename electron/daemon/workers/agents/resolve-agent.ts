import type { AgentConfiguration, Configuration } from '../../../../shared/configuration.ts';
import { builtInAgents } from './built-in-agents.ts';
import { knownAgent } from './known-agents.ts';

/**
 * The agent under a name, with what makes it ask. What the user configured wins over what is known about the agent.
 * A name that is built in means the built-in agent.
 */
export function resolveAgent(
  configuration: Configuration,
  id: string,
): AgentConfiguration | undefined {
  if (id === 'demo' || id === 'command') return builtInAgents()[id];
  if (!Object.hasOwn(configuration.agents, id)) return undefined;
  const agent = configuration.agents[id];
  if (agent === undefined) return undefined;
  const known = knownAgent(agent);
  if (known === undefined) return agent;
  return {
    ...agent,
    env: { ...known.env, ...agent.env },
    ...(known.mode !== undefined && agent.mode === undefined && { mode: known.mode }),
  };
}

/** The names that can be chosen, built-in ones first. */
export function agentIds(configuration: Configuration): readonly string[] {
  return [...new Set(['demo', 'command', ...Object.keys(configuration.agents)])];
}
