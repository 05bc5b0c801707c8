import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationFile } from '../configuration/configuration-file.ts';
import { describeAgents } from '../workers/agents/describe-agents.ts';
import { type Finding, ok, warn } from './finding.ts';

/** config.json, and whether the agents that it names are there. */
export function examineConfiguration(home: string): Finding[] {
  const file = path.join(home, 'config.json');
  const { configuration, problems } = new ConfigurationFile(file, () => {});
  const settings =
    problems.length > 0
      ? problems.map(({ path: place, expected, found }) =>
          warn(
            'Settings',
            `${place || 'config.json'}: expected ${expected}, found ${found}.`,
            `Correct it in ${file}; until then it is left out.`,
          ),
        )
      : [ok('Settings', existsSync(file) ? file : 'no config.json: the defaults are in force')];
  return [...settings, ...describeAgents(configuration).map(agent)];
}

function agent({
  id,
  found,
  commandLine,
  asks,
}: ReturnType<typeof describeAgents>[number]): Finding {
  const check = `Agent ${id}`;
  if (!found) {
    const command = commandLine.split(' ', 1)[0] ?? commandLine;
    return warn(
      check,
      `"${command}" was not found on PATH.`,
      'Install it, or correct its "command" in config.json.',
    );
  }
  return ok(check, asks === 'never' ? `${commandLine}; acts without asking` : commandLine);
}
