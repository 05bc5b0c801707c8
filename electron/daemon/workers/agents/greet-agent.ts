import * as acp from '@agentclientprotocol/sdk';
import type { AgentTestOutcome } from '../../../../shared/agent-tests.ts';
import type { AgentConfiguration } from '../../../../shared/configuration.ts';
import { wantsLogin, wordsOf } from '../acp/agent-errors.ts';
import { introduce, newSession } from '../acp/handshake.ts';
import { agentTestProblem } from './agent-test-problems.ts';

type Answered = Extract<AgentTestOutcome, { outcome: 'agent_answered' }>;
export type Greeted =
  | Omit<Answered, 'tookMs'>
  | Extract<AgentTestOutcome, { outcome: 'agent_test_failed' }>;

/**
 * initialize, and a session that is never prompted. Rejects when the connection ends first: why it did, the process tells.
 */
export async function greetAgent(
  connection: acp.ClientConnection,
  greeting: {
    readonly agent: AgentConfiguration;
    readonly workFolder: string;
    readonly version: string;
  },
): Promise<Greeted> {
  let step = 'initialize';
  try {
    const hello = await introduce(connection, greeting.version);
    if (hello?.protocolVersion !== acp.PROTOCOL_VERSION) {
      return failed(
        'wrong_protocol_version',
        `The agent speaks protocol version ${hello?.protocolVersion}; Fleetboard speaks ${acp.PROTOCOL_VERSION}.`,
      );
    }
    step = 'session/new';
    const session = await openSession(connection, greeting, hello);
    return {
      outcome: 'agent_answered',
      name: hello.agentInfo?.title ?? hello.agentInfo?.name ?? null,
      version: hello.agentInfo?.version ?? null,
      protocolVersion: hello.protocolVersion,
      abilities: abilitiesOf(hello.agentCapabilities),
      logins: (hello.authMethods ?? []).map(({ id, name }) => name ?? id),
      session,
    };
  } catch (error) {
    if (connection.signal.aborted) throw error;
    return failed('refused', `The agent refused ${step}: ${wordsOf(error)}`);
  }
}

async function openSession(
  connection: acp.ClientConnection,
  place: { readonly agent: AgentConfiguration; readonly workFolder: string },
  hello: acp.InitializeResponse,
): Promise<Answered['session']> {
  try {
    await newSession(connection, place, hello);
    return { state: 'opened' };
  } catch (error) {
    if (!wantsLogin(error)) throw error;
    return { state: 'needs_login', words: wordsOf(error) };
  }
}

function abilitiesOf(capabilities: acp.AgentCapabilities | undefined): string[] {
  const { loadSession, promptCapabilities: prompts, mcpCapabilities: mcp } = capabilities ?? {};
  const known: readonly (readonly [unknown, string])[] = [
    [loadSession, 'goes on with earlier sessions'],
    [prompts?.image, 'takes images'],
    [prompts?.audio, 'takes audio'],
    [prompts?.embeddedContext, 'takes files within a prompt'],
    [mcp?.http, 'MCP servers over HTTP'],
    [mcp?.sse, 'MCP servers over SSE'],
  ];
  return known.flatMap(([can, words]) => (can === true ? [words] : []));
}

function failed(...problem: Parameters<typeof agentTestProblem>): Greeted {
  return { outcome: 'agent_test_failed', problem: agentTestProblem(...problem) };
}
