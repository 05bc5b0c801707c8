import type { Command } from 'commander';
import { testInWords } from '../../../shared/agent-test-words.ts';
import type { AgentTestOutcome } from '../../../shared/agent-tests.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../table.ts';
import { firstLine, styled } from '../terminal.ts';

interface AgentsOptions {
  readonly test?: string;
}

export function addAgents(program: Command): void {
  const command = program
    .command('agents')
    .description('list the agents and where they are; test one by shaking hands with it')
    .option('--test <name>', 'start this one, shake hands, end it; exits with 0 when it answered')
    .action(async ({ test }: AgentsOptions, self: Command) => {
      const context = contextOf(self);
      exitWith(await (test === undefined ? list(context) : tryOne(context, test)));
    });
  withExamples(command, 'fleetboard agents', 'fleetboard agents --test claude');
}

async function list({ call, json, terminal }: CommandContext): Promise<ExitCode> {
  const { agents } = await call('catalog.read', {});
  const detected = await call('agent.detect', {});
  if (json) {
    terminal.json({ agents, detected });
    return EXIT.done;
  }
  const rows = agents.map(({ id, protocol, builtIn, found, foundAt, commandLine }) => [
    id,
    protocol,
    builtIn ? 'built in' : 'yours',
    found ? 'yes' : styled('red', 'no'),
    firstLine(builtIn ? commandLine : (foundAt ?? commandLine)),
  ]);
  const heading = ['AGENT', 'PROTOCOL', 'FROM', 'FOUND', 'WHERE'].map((word) =>
    styled('dim', word),
  );
  for (const line of table(heading, rows, terminal.width)) terminal.say(line);
  for (const { name, foundAt, configuredAs } of detected) {
    if (foundAt === null || configuredAs.length > 0) continue;
    terminal.note(`${name} is installed (${foundAt}) and not in config.json yet.`);
  }
  return EXIT.done;
}

async function tryOne(context: CommandContext, agent: string): Promise<ExitCode> {
  const { call, json, terminal } = context;
  const outcome = await call('agent.test', { agent });
  if (json) terminal.json(outcome);
  else for (const line of testInWords(outcome)) say(context, outcome, line);
  return exitCodeOf(outcome);
}

function say({ terminal }: CommandContext, { outcome }: AgentTestOutcome, line: string): void {
  const isAnswer = outcome === 'agent_answered' || outcome === 'command_found';
  if (isAnswer) terminal.say(visibleText(line));
  else terminal.note(visibleText(line));
}

function exitCodeOf({ outcome }: AgentTestOutcome): ExitCode {
  switch (outcome) {
    case 'agent_answered':
    case 'command_found':
      return EXIT.done;
    case 'agent_test_failed':
      return EXIT.failed;
    case 'unknown_agent':
      return EXIT.refused;
    default:
      return assertNever(outcome);
  }
}
