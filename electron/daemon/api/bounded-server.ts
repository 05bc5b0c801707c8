import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSALS, type Refusal, refusalBody } from './refusal.ts';

/** Several pages and command lines. All of them may ask in the same moment, and are then answered before the next tick. */
const MOST_CONNECTIONS = 64;
/** From the first byte, or from connecting without a word, to the last. */
const REQUEST_LIMIT_MS = 10_000;
/** How much later it may come: an idle daemon is woken for it. */
const LOOK_EVERY_MS = 5_000;
/** How long what a refused client still sends is taken and thrown away, so that it gets to read why. */
const LINGER_MS = 1_000;

type Accept = (this: Server, socket: Socket) => void;

/**
 * An HTTP server that neither many connections nor slow ones keep from answering. Whoever connects before it answers
 * waits, and is counted.
 */
export class BoundedServer {
  readonly server: Server;
  readonly #open = new Set<Socket>();
  readonly #accept: readonly Accept[];
  #isAnswering = false;
  #refusal: Refusal | null = null;

  constructor() {
    this.server = createServer({
      requestTimeout: REQUEST_LIMIT_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
    });
    // Node's own limit (maxConnections) hangs up without a word; this one says why.
    this.#accept = this.server.listeners('connection') as Accept[];
    this.server.removeAllListeners('connection');
    this.server.on('connection', (socket: Socket) => this.#take(socket));
    this.server.on('request', (request, response) => {
      response.once('finish', () => {
        if (!request.complete) endUnless(() => request.complete, request.socket);
      });
    });
  }

  /** From now on requests are read and answered. */
  answer(): void {
    this.#isAnswering = true;
    for (const socket of this.#open) this.#letIn(socket);
  }

  /** It will never answer: whoever waits or comes is told so. */
  refuseAll(refusal: Refusal): void {
    this.#refusal = refusal;
    for (const socket of this.#open) refuseConnection(socket, refusal);
  }

  /** Ends every connection, whoever does not want to go. Node's own `close` waits for those that became WebSockets. */
  endAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #take(socket: Socket): void {
    const isFull = this.#open.size >= MOST_CONNECTIONS;
    const refusal = isFull ? REFUSALS.too_many_connections : this.#refusal;
    if (refusal !== null) {
      refuseConnection(socket, refusal);
      return;
    }
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#isAnswering) this.#letIn(socket);
    // Nobody else listens to it yet.
    else socket.on('error', () => socket.destroy());
  }

  #letIn(socket: Socket): void {
    for (const take of this.#accept) take.call(this.server, socket);
  }
}

/** Answers bytes that did not become a request. */
export function refuseClientError(error: { readonly code?: string }, socket: Socket): void {
  switch (error.code) {
    case 'ECONNRESET':
      socket.destroy();
      return;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      refuseConnection(socket, REFUSALS.request_too_slow);
      return;
    case 'HPE_HEADER_OVERFLOW':
      refuseConnection(socket, REFUSALS.headers_too_large);
      return;
    default:
      refuseConnection(socket, REFUSALS.request_not_accepted);
  }
}

function refuseConnection(socket: Socket, refusal: Refusal): void {
  socket.on('error', () => socket.destroy());
  endUnless(() => false, socket);
  if (!socket.writable) return;
  socket.resume();
  socket.end(wholeAnswer(refusal));
}

function wholeAnswer(refusal: Refusal): string {
  const body = refusalBody(refusal);
  return [
    `HTTP/1.1 ${refusal.status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

function endUnless(isFinished: () => boolean, socket: Socket): void {
  setTimeout(() => {
    if (!isFinished()) socket.destroy();
  }, LINGER_MS).unref();
}
