import websocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { requireOwnHost, requireToken, requireTokenOrSession } from './access.ts';
import { answerCall, type CallTarget } from './answer-call.ts';
import { type BoundedServer, refuseClientError } from './bounded-server.ts';
import { BrowserSession } from './browser-session.ts';
import type { EventStream } from './event-stream.ts';
import { BODY_NOT_JSON, parseJsonBodies } from './json-body.ts';
import type { LoopbackApiOptions } from './loopback-api.ts';
import { servePage } from './page.ts';
import { REFUSALS, type Refusal, refuse, statusOfProblem } from './refusal.ts';

const LARGEST_BODY_BYTES = 1_048_576;
/** Clients of the event stream only listen. */
const LARGEST_MESSAGE_BYTES = 1_024;

export interface AnswerRequestsOptions extends LoopbackApiOptions {
  /** Already holds the port. */
  readonly connections: BoundedServer;
  readonly token: string;
  readonly events: EventStream;
  readonly target: () => CallTarget;
}

/** Answers the requests of a port. What comes back ends the event stream and refuses further requests when it closes. */
export async function answerRequests(options: AnswerRequestsOptions): Promise<FastifyInstance> {
  const { home, port, page, log, connections, token, events } = options;
  const server = fastify({
    bodyLimit: LARGEST_BODY_BYTES,
    // It comes before everything that only looks on.
    serverFactory: (answer) => connections.server.prependListener('request', answer),
    clientErrorHandler: refuseClientError,
  });
  parseJsonBodies(server);
  server.setNotFoundHandler((_request, reply) => refuse(reply, REFUSALS.not_found));
  server.setErrorHandler((error: FastifyError, _request, reply) => {
    const refusal = refusalFor(error);
    if (refusal === REFUSALS.internal_error) log.error({ err: error }, 'a request failed');
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
    serveCalls(scope, options);
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
  if (page !== null) servePage(server, page);
  await server.ready();
  connections.answer();
  return server;
}

function serveCalls(
  server: FastifyInstance,
  { identity, log, target }: AnswerRequestsOptions,
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
