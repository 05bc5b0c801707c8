import websocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Push } from '../../../shared/contract.ts';
import { requireOwnHost, requireToken, requireTokenOrSession } from './access.ts';
import { type AnsweringDaemon, answerCall, type CallLog, type CallTarget } from './answer-call.ts';
import { newToken, tokenFile, writeToken } from './api-token.ts';
import { BoundedServer, refuseClientError } from './bounded-server.ts';
import { BrowserSession } from './browser-session.ts';
import { EventStream } from './event-stream.ts';
import { BODY_NOT_JSON, parseJsonBodies } from './json-body.ts';
import { servePage } from './page.ts';
import { REFUSALS, type Refusal, refuse, statusOfProblem } from './refusal.ts';
import { takePort } from './take-port.ts';

const LARGEST_BODY_BYTES = 1_048_576;
/** Clients of the event stream only listen. */
const LARGEST_MESSAGE_BYTES = 1_024;
/** Shorter than Node's own clients keep an idle connection, who heed it. */
const KEEP_ALIVE_MS = 5_000;
/** For clients of the event stream to say goodbye. */
const CLOSING_LIMIT_MS = 500;

export interface LoopbackApiOptions {
  readonly home: string;
  readonly port: number;
  readonly identity: { readonly owner: string; readonly bootId: string; readonly version: string };
  /** Folder of the built page for browsers; null serves none. */
  readonly page: string | null;
  readonly log: CallLog;
}

/** What the API passes on once the daemon is there. */
export interface ServedDaemon extends AnsweringDaemon {
  /** Returns the function that ends the subscription. */
  subscribe(listener: (push: Push) => void): () => void;
}

/** The port that a daemon is known by. Holding it is what makes the identity `host:port` exclusive. */
export interface LoopbackApi {
  /** From now on calls reach this daemon. Until then, and with null, they answer `daemon_not_ready`. */
  serve(daemon: ServedDaemon | null): void;
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and writes the bearer token of this port to `<home>/api-<port>.token` (mode 0600).
 * Every request needs a loopback Host and no foreign Origin; calls and events need the token as well, or the session
 * that a browser got for it.
 *
 * @throws DaemonCannotStart `port_taken`, `port_not_allowed`
 */
export async function startLoopbackApi(options: LoopbackApiOptions): Promise<LoopbackApi> {
  const { home, port } = options;
  const token = newToken();
  const events = new EventStream();
  const connections = new BoundedServer();
  let target: CallTarget = { startup: { state: 'starting' }, daemon: null };
  let unsubscribe = () => {};
  const server = fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: true,
    serverFactory: (answer) => connections.create(answer),
    clientErrorHandler: refuseClientError,
  });
  parseJsonBodies(server);
  server.setNotFoundHandler((_request, reply) => refuse(reply, REFUSALS.not_found));
  server.setErrorHandler((error: FastifyError, _request, reply) => {
    const refusal = refusalFor(error);
    if (refusal === REFUSALS.internal_error) options.log.error({ err: error }, 'a request failed');
    return refuse(reply, refusal);
  });
  // First: it lets go of a connection that is refused only when it has seen the request before anybody else.
  await server.register(websocket, {
    options: { maxPayload: LARGEST_MESSAGE_BYTES },
    preClose(done) {
      events.stop();
      done();
    },
  });
  server.addHook('onRequest', requireOwnHost(port));
  const session = new BrowserSession(home, port, Date.now);
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', requireTokenOrSession(token, session));
    serveCalls(scope, options, () => target);
    scope.get('/v1/events', { websocket: true }, (socket) => events.add(socket));
    done();
  });
  await server.register((scope, _options, done) => {
    scope.addHook('onRequest', requireToken(token));
    scope.post('/v1/browser-session', async (_request, reply) =>
      reply.code(204).header('set-cookie', session.cookie()).send(),
    );
    done();
  });
  if (options.page !== null) servePage(server, options.page);

  await takePort(server, home, port);
  try {
    writeToken(tokenFile(home, port), token);
  } catch (error) {
    await server.close();
    throw error;
  }

  return {
    serve(daemon) {
      unsubscribe();
      unsubscribe = daemon?.subscribe((push) => events.publish(push)) ?? (() => {});
      target = { startup: { state: daemon === null ? 'starting' : 'ready' }, daemon };
      // What has lost its daemon finds out by losing the connection.
      if (daemon !== null) events.publish({ event: 'startup', startup: target.startup });
    },
    async stop() {
      unsubscribe();
      const end = setTimeout(() => connections.endAll(), CLOSING_LIMIT_MS);
      await server.close();
      clearTimeout(end);
    },
  };
}

function serveCalls(
  server: FastifyInstance,
  { identity, log }: LoopbackApiOptions,
  target: () => CallTarget,
): void {
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  server.get('/v1/daemon', async () => ({ ...identity, pid: process.pid }));
  server.post<{ Params: { method: string }; Querystring: { at?: unknown } }>(
    '/v1/call/:method',
    async ({ params, query, body }, reply) => {
      const answer = await answerCall(target(), log, params.method, body, query.at);
      return reply.code(answer.ok ? 200 : statusOfProblem(answer.problem)).send(answer);
    },
  );
}

function refusalFor(error: FastifyError): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return REFUSALS.body_too_large;
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return REFUSALS.content_type_not_accepted;
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case BODY_NOT_JSON:
      return REFUSALS.body_not_json;
    default:
      break;
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? REFUSALS.request_not_accepted : REFUSALS.internal_error;
}
