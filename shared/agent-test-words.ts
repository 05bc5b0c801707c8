import type { AgentTestOutcome } from './agent-tests.ts';
import { assertNever } from './assert-never.ts';

/** What came of a test, a line each; the first is the news. */
export function testInWords(outcome: AgentTestOutcome): string[] {
  switch (outcome.outcome) {
    case 'agent_answered': {
      const { name, version, protocolVersion, abilities, logins, session, tookMs } = outcome;
      const who = [name ?? 'It', version].filter((part) => part !== null).join(' ');
      return [
        `${who} answered in ${tookMs} ms and speaks protocol version ${protocolVersion}.`,
        ...(abilities.length === 0 ? [] : [`${capitalised(abilities.join(', '))}.`]),
        ...(session.state === 'opened'
          ? []
          : [
              `It wants a login: ${session.words}. Log in with its own command in a terminal.`,
              ...(logins.length === 0 ? [] : [`Ways to log in: ${logins.join(', ')}.`]),
            ]),
      ];
    }
    case 'command_found':
      return [`Found at ${outcome.at}. A command is not run to test it.`];
    case 'agent_test_failed':
      return [outcome.problem.message, outcome.problem.nextStep];
    case 'unknown_agent':
      return [`There is no such agent. There are ${outcome.offered.join(', ')}.`];
    default:
      return assertNever(outcome);
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
