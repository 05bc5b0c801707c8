import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { DaemonCannotStart } from '../daemon-cannot-start.ts';

const HOST = '127.0.0.1';
const LARGEST_BODY_BYTES = 1_048_576;

export interface ApiIdentity {
  readonly owner: string;
  readonly bootId: string;
  readonly version: string;
}

/** The port that a daemon is known by. Holding it is what makes the identity `host:port` exclusive. */
export interface LoopbackApi {
  stop(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and writes the bearer token of this port to `<home>/api-<port>.token` (mode 0600).
 * Every request needs the token, a loopback Host and no foreign Origin.
 *
 * @throws DaemonCannotStart `port_taken`, `port_not_allowed`
 */
export async function startLoopbackApi(
  home: string,
  port: number,
  identity: ApiIdentity,
): Promise<LoopbackApi> {
  const token = randomBytes(32).toString('hex');
  const server = fastify({ bodyLimit: LARGEST_BODY_BYTES, forceCloseConnections: true });
  guard(server, token, port);
  server.get('/v1/daemon', async () => identity);
  await listen(server, port);
  try {
    const tokenFile = path.join(home, `api-${port}.token`);
    writeFileSync(tokenFile, `${token}\n`, { mode: 0o600 });
    // The mode above counts only for a new file.
    chmodSync(tokenFile, 0o600);
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    async stop() {
      await server.close();
    },
  };
}

function guard(server: FastifyInstance, token: string, port: number): void {
  const hosts = new Set([`${HOST}:${port}`, `localhost:${port}`]);
  const expected = Buffer.from(`Bearer ${token}`);
  server.addHook('onRequest', async (request, reply) => {
    if (!hosts.has(request.headers.host ?? '')) {
      return reply.code(403).send({ code: 'foreign_host', message: 'Host is not this daemon.' });
    }
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `http://${request.headers.host}`) {
      return reply.code(403).send({ code: 'foreign_origin', message: 'Origin is not allowed.' });
    }
    const given = Buffer.from(request.headers.authorization ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return reply
        .code(401)
        .send({ code: 'wrong_token', message: 'The token is missing or wrong.' });
    }
  });
}

async function listen(server: FastifyInstance, port: number): Promise<void> {
  try {
    await server.listen({ host: HOST, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new DaemonCannotStart(
        {
          code: 'port_taken',
          message: `Port ${port} on ${HOST} is taken by another program, perhaps another Fleetboard.`,
          nextStep: `Quit that program, or start this one on another port: FLEETBOARD_PORT=${port + 1}.`,
        },
        error,
      );
    }
    if (code === 'EACCES') {
      throw new DaemonCannotStart(
        {
          code: 'port_not_allowed',
          message: `The system does not allow listening on port ${port}.`,
          nextStep: 'Choose a port from 1024 to 65535: FLEETBOARD_PORT=7455.',
        },
        error,
      );
    }
    throw error;
  }
}
