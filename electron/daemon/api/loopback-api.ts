import type { FastifyInstance } from 'fastify';
import type { Push } from '../../../shared/contract.ts';
import type { AnsweringDaemon, CallLog, CallTarget } from './answer-call.ts';
import { newToken, tokenFile, writeToken } from './api-token.ts';
import { BoundedServer } from './bounded-server.ts';
import { EventStream } from './event-stream.ts';
import { REFUSALS } from './refusal.ts';
import { takePort } from './take-port.ts';

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
  /** Answers whoever has connected or will; until then they wait. Resolves when requests are answered, or it has stopped. */
  open(): Promise<void>;
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
  const { server } = connections;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let target: CallTarget = { startup: { state: 'starting' }, daemon: null };
  let unsubscribe = () => {};
  let answering: Promise<FastifyInstance> | null = null;
  let hasStopped = false;

  await takePort(server, home, port);
  try {
    writeToken(tokenFile(home, port), token);
  } catch (error) {
    await closed();
    throw error;
  }

  async function answer(): Promise<FastifyInstance> {
    const { answerRequests } = await import('./answer-requests.ts');
    return answerRequests({ ...options, connections, token, events, target: () => target });
  }

  function closed(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  return {
    async open() {
      if (hasStopped) return;
      answering ??= answer();
      try {
        await answering;
      } catch (error) {
        connections.refuseAll(REFUSALS.daemon_incomplete);
        throw error;
      }
    },
    serve(daemon) {
      unsubscribe();
      unsubscribe = daemon?.subscribe((push) => events.publish(push)) ?? (() => {});
      target = { startup: { state: daemon === null ? 'starting' : 'ready' }, daemon };
      // What has lost its daemon finds out by losing the connection.
      if (daemon !== null) events.publish({ event: 'startup', startup: target.startup });
    },
    async stop() {
      unsubscribe();
      hasStopped = true;
      if (answering === null) connections.endAll();
      const end = setTimeout(() => connections.endAll(), CLOSING_LIMIT_MS);
      await answering?.then(
        (requests) => requests.close(),
        // Whoever opened it has been told.
        () => connections.endAll(),
      );
      await closed();
      clearTimeout(end);
    },
  };
}
