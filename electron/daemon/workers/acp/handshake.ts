import { setTimeout as pause } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';
import { knownAgent } from '../agents/known-agents.ts';
import type { WorkerSpecification } from '../worker-handle.ts';
import { errorOfHandshake, wantsLogin } from './agent-errors.ts';
import { setMode } from './session-mode.ts';

export type Handshake =
  | { readonly outcome: 'ready'; readonly acpSessionId: string }
  | { readonly outcome: 'failed'; readonly error: WorkError }
  /** The connection ended first; why it did, its process tells. */
  | { readonly outcome: 'disconnected'; readonly step: string };

export interface HandshakeParts {
  readonly connection: acp.ClientConnection;
  readonly specification: WorkerSpecification;
  readonly version: string;
  readonly timeoutMs: number;
  /** The last mode that the agent announced by itself. */
  readonly toldMode: () => string | null;
  /** A session is being loaded: the agent tells what happened in it before. */
  readonly onLoading: (isLoading: boolean) => void;
  readonly note: (text: string) => void;
}

/** initialize → session/load or session/new → the mode in which the agent asks, set and read back. */
export async function shakeHands(parts: HandshakeParts): Promise<Handshake> {
  const timer = new AbortController();
  const timeout = pause(parts.timeoutMs, null, { signal: timer.signal }).catch(() => null);
  try {
    const result = await Promise.race([negotiate(parts), timeout]);
    if (result !== null) return result;
    const message = `The agent did not complete the handshake within ${parts.timeoutMs} ms.`;
    return { outcome: 'failed', error: workError('agent_handshake_timed_out', message) };
  } finally {
    timer.abort();
  }
}

/**
 * initialize. File system and terminal are not offered: agents use their own, and what they do with them is asked about.
 */
export function introduce(
  connection: acp.ClientConnection,
  version: string,
): Promise<acp.InitializeResponse> {
  return connection.agent.request(acp.methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientInfo: { name: 'fleetboard', title: 'Fleetboard', version },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
}

async function negotiate(parts: HandshakeParts): Promise<Handshake> {
  const { connection, specification, version, toldMode } = parts;
  const { agent } = specification;
  let step = 'initialize';
  try {
    const hello = await introduce(connection, version);
    if (hello?.protocolVersion !== acp.PROTOCOL_VERSION) {
      const message = `The agent speaks protocol version ${hello?.protocolVersion}; Fleetboard speaks ${acp.PROTOCOL_VERSION}.`;
      return { outcome: 'failed', error: workError('agent_refused_handshake', message) };
    }
    step = 'session/load';
    const loaded = await loadSession(parts, hello);
    if (loaded === null) step = 'session/new';
    const session = loaded ?? (await newSession(connection, specification, hello));
    if (typeof session?.sessionId !== 'string') {
      const message = 'The agent answered session/new without a session id.';
      return { outcome: 'failed', error: workError('agent_refused_handshake', message) };
    }
    if (agent.mode !== undefined) {
      step = 'session/set_mode';
      const refused = await setMode(connection, session, agent.mode, toldMode);
      if (refused !== null) return { outcome: 'failed', error: refused };
    }
    return { outcome: 'ready', acpSessionId: session.sessionId };
  } catch (error) {
    if (connection.signal.aborted) return { outcome: 'disconnected', step };
    return { outcome: 'failed', error: errorOfHandshake(step, error) };
  }
}

/** Goes on with an earlier session; null when there is none or the agent cannot, which is no failure. */
async function loadSession(
  { connection, specification, onLoading, note }: HandshakeParts,
  { agentCapabilities }: acp.InitializeResponse,
): Promise<acp.NewSessionResponse | null> {
  const { agentSession: sessionId, workFolder } = specification;
  if (sessionId === null) return null;
  if (agentCapabilities?.loadSession !== true) {
    note('The agent cannot load its earlier session; it starts afresh in the same folder.');
    return null;
  }
  onLoading(true);
  try {
    const request = { sessionId, cwd: workFolder, mcpServers: [] };
    const loaded = await connection.agent.request(acp.methods.agent.session.load, request);
    note('The agent goes on in its earlier session.');
    return { ...(loaded ?? {}), sessionId };
  } catch (error) {
    if (connection.signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    note(`The agent could not load its earlier session (${why}); it starts afresh.`);
    return null;
  } finally {
    onLoading(false);
  }
}

/** Some agents have their key in the environment and still want to be told to use it. */
export async function newSession(
  connection: acp.ClientConnection,
  { agent, workFolder }: Pick<WorkerSpecification, 'agent' | 'workFolder'>,
  { authMethods }: acp.InitializeResponse,
): Promise<acp.NewSessionResponse> {
  const open = () =>
    connection.agent.request(acp.methods.agent.session.new, { cwd: workFolder, mcpServers: [] });
  try {
    return await open();
  } catch (error) {
    const methodId = knownAgent(agent)?.keyMethod;
    const isOffered = authMethods?.some((method) => method.id === methodId) === true;
    if (!wantsLogin(error) || methodId === undefined || !isOffered) throw error;
    await connection.agent.request(acp.methods.agent.authenticate, { methodId });
    return open();
  }
}
