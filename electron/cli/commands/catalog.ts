import type { Command } from 'commander';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../table.ts';
import { firstLine, styled } from '../terminal.ts';

export function addCatalog(program: Command): void {
  const command = program
    .command('catalog')
    .description('the agents and profiles that work can be started with')
    .action(async (_options: object, self: Command) => exitWith(await catalog(contextOf(self))));
  withExamples(command, 'fleetboard catalog');
}

async function catalog({ call, json, terminal }: CommandContext): Promise<ExitCode> {
  const found = await call('catalog.read', {});
  if (json) {
    terminal.json(found);
    return EXIT.done;
  }
  const { agents, profiles, configurationProblems, configurationFile } = found;
  const agentRows = agents.map((agent) => [
    agent.id,
    agent.protocol,
    agent.found ? 'yes' : styled('red', 'no'),
    agent.asks.replace('_', ' '),
    firstLine(agent.note),
  ]);
  const profileRows = profiles.map((profile) => [
    profile.id,
    profile.allow.join(', ') || 'nothing',
    String(profile.toolBudget),
    firstLine(profile.commands.join(', ')) || 'none',
  ]);
  const lines = [
    ...table(dimmed('AGENT', 'PROTOCOL', 'FOUND', 'ASKS', 'NOTE'), agentRows, terminal.width),
    '',
    ...table(dimmed('PROFILE', 'ALLOWS', 'BUDGET', 'COMMANDS'), profileRows, terminal.width),
  ];
  for (const line of lines) terminal.say(line);
  for (const { path, expected, found: there } of configurationProblems) {
    terminal.note(
      `${configurationFile}: ${path || 'the file'}: expected ${expected}, found ${there}`,
    );
  }
  return EXIT.done;
}

function dimmed(...words: string[]): string[] {
  return words.map((word) => styled('dim', word));
}
