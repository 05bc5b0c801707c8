import { randomUUID } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { giveTour } from './demo-tour.ts';

/**
 * The agent that ships with Fleetboard: it speaks the real protocol over real pipes and does real, small work, so that a
 * newcomer sees a whole task without an account.
 */
const folders = new Map<string, string>();
const cancelled = new Map<string, AbortController>();

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
    folders.set(sessionId, params.cwd);
    return { sessionId };
  })
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const folder = folders.get(params.sessionId);
    if (folder === undefined) throw acp.RequestError.invalidParams({ sessionId: params.sessionId });
    const controller = new AbortController();
    cancelled.set(params.sessionId, controller);
    const prompt = params.prompt
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join('\n');
    return giveTour({
      client,
      sessionId: params.sessionId,
      folder,
      prompt,
      signal: controller.signal,
    });
  })
  .onNotification(acp.methods.agent.session.cancel, ({ params }) => {
    cancelled.get(params.sessionId)?.abort();
  })
  .connect(
    acp.ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
