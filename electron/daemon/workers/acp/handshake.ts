import { setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import type { WorkerSpecification } from '../worker-handle.ts';

export type Handshake =
  | { readonly outcome: 'ready'; readonly acpSessionId: string }
  | { readonly outcome: 'failed'; readonly error: WorkError };

/** JSON-RPC's code for an agent that wants a login first. */
const AUTHENTICATION_REQUIRED = -32000;

/**
 * initialize → session/new → the mode in which the agent asks, set and read back. File system and terminal are not
 * offered: agents use their own, and what they do with them is asked about.
 */
export async function shakeHands(
  connection: acp.ClientConnection,
  specification: WorkerSpecification,
  version: string,
  timeoutMs: number,
): Promise<Handshake> {
  const timer = new AbortController();
  const timeout = pause(timeoutMs, 'timeout' as const, { signal: timer.signal }).catch(
    () => 'timeout' as const,
  );
  try {
    const result = await Promise.race([negotiate(connection, specification, version), timeout]);
    if (result !== 'timeout') return result;
    return failed(
      workError(
        'agent_handshake_timed_out',
        `The agent did not complete the handshake within ${timeoutMs} ms.`,
      ),
    );
  } finally {
    timer.abort();
  }
}

async function negotiate(
  connection: acp.ClientConnection,
  { agent, workFolder }: WorkerSpecification,
  version: string,
): Promise<Handshake> {
  const methods = acp.methods.agent;
  let step = 'initialize';
  try {
    const hello = await connection.agent.request(methods.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientInfo: { name: 'fleetboard', title: 'Fleetboard', version },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    if (hello.protocolVersion !== acp.PROTOCOL_VERSION) {
      return failed(
        workError(
          'agent_refused_handshake',
          `The agent speaks protocol version ${hello.protocolVersion}; Fleetboard speaks ${acp.PROTOCOL_VERSION}.`,
        ),
      );
    }
    step = 'session/new';
    const session = await connection.agent.request(methods.session.new, {
      cwd: workFolder,
      mcpServers: [],
    });
    if (agent.mode !== undefined) {
      step = 'session/set_mode';
      const refused = await setMode(connection, session, agent.mode);
      if (refused !== null) return failed(refused);
    }
    return { outcome: 'ready', acpSessionId: session.sessionId };
  } catch (error) {
    return failed(errorOfHandshake(step, error));
  }
}

/** Sets the mode and reads it back, as a mode or as the option of that name; null when it is in force. */
async function setMode(
  connection: acp.ClientConnection,
  session: acp.NewSessionResponse,
  mode: string,
): Promise<WorkError | null> {
  const { session: methods } = acp.methods.agent;
  const { sessionId } = session;
  const offered = session.modes?.availableModes.map((available) => available.id) ?? [];
  if (offered.includes(mode)) {
    await connection.agent.request(methods.setMode, { sessionId, modeId: mode });
    return null;
  }
  const option = session.configOptions?.find((candidate) => candidate.category === 'mode');
  if (option !== undefined) {
    const answer = await connection.agent.request(methods.setConfigOption, {
      sessionId,
      configId: option.id,
      value: mode,
    });
    const now = answer.configOptions.find((candidate) => candidate.id === option.id)?.currentValue;
    if (now === mode) return null;
    return workError(
      'agent_mode_refused',
      `The agent stayed in mode "${String(now)}" instead of "${mode}".`,
    );
  }
  return workError(
    'agent_mode_refused',
    `The agent offers no mode "${mode}"; it offers: ${offered.join(', ') || 'none'}.`,
  );
}

function errorOfHandshake(step: string, error: unknown): WorkError {
  if (error instanceof acp.RequestError) {
    return error.code === AUTHENTICATION_REQUIRED
      ? workError('agent_needs_authentication', `The agent wants a login: ${error.message}`)
      : workError('agent_refused_handshake', `The agent refused ${step}: ${error.message}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  return workError(
    'agent_exited_without_answer',
    `The agent went away during ${step}: ${message}.`,
  );
}

export function errorOfPrompt(error: unknown): WorkError {
  if (error instanceof acp.RequestError) {
    return error.code === AUTHENTICATION_REQUIRED
      ? workError('agent_needs_authentication', `The agent wants a login: ${error.message}`)
      : workError('agent_errored', `The agent answered with an error: ${error.message}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  return workError('agent_exited_without_answer', `The connection to the agent ended: ${message}.`);
}

function failed(error: WorkError): Handshake {
  return { outcome: 'failed', error };
}
