import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { giveTour } from './demo-tour.ts';

/**
 * The agent that ships with Fleetboard: it speaks the real protocol over real pipes and does real, small work, so that a
 * newcomer sees a whole task without an account.
 */
interface DemoSession {
  readonly folder: string;
  prompts: number;
  turn: AbortController;
}

const sessions = new Map<string, DemoSession>();

acp
  .agent({ name: 'fleetboard-demo' })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'fleetboard-demo', title: 'Fleetboard demo', version: '1.0.0' },
    agentCapabilities: { loadSession: false },
    authMethods: [],
  }))
  .onRequest(acp.methods.agent.session.new, ({ params }) => {
    const sessionId = randomUUID();
    sessions.set(sessionId, { folder: params.cwd, prompts: 0, turn: new AbortController() });
    return { sessionId };
  })
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    if (session === undefined) throw acp.RequestError.sessionNotFound(params.sessionId);
    session.turn = new AbortController();
    session.prompts += 1;
    return giveTour({
      client,
      sessionId: params.sessionId,
      folder: session.folder,
      prompt: params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n'),
      number: session.prompts,
      signal: session.turn.signal,
    });
  })
  .onNotification(acp.methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.turn.abort();
  })
  .connect(
    acp.ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
