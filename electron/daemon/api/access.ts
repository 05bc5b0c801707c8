import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from './api-token.ts';
import type { BrowserSession } from './browser-session.ts';
import { REFUSALS, refuse } from './refusal.ts';

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Lets nobody in who came by another name, which is how a foreign page reaches a loopback address (DNS rebinding), and
 * no page of another origin.
 */
export function requireOwnHost(port: number): Gate {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return async (request, reply) => {
    const { host, origin } = request.headers;
    if (!hosts.has(host ?? '')) return refuse(reply, REFUSALS.foreign_host);
    if (origin !== undefined && !isOwnOrigin(request)) {
      return refuse(reply, REFUSALS.foreign_origin);
    }
    return undefined;
  };
}

/** Lets in whoever knows the token. */
export function requireToken(token: string): Gate {
  return async (request, reply) => (hasToken(request, token) ? undefined : refuseUnknown(reply));
}

/** Lets in whoever knows the token, and pages of this daemon in a browser that exchanged it for a session. */
export function requireTokenOrSession(token: string, session: BrowserSession): Gate {
  return async (request, reply) => {
    if (hasToken(request, token)) return undefined;
    // A browser adds its cookies whoever asks; only it says who asks.
    const isOwnPage = isOwnOrigin(request) || isSameOriginFetch(request);
    return isOwnPage && session.isIn(request.headers.cookie) ? undefined : refuseUnknown(reply);
  };
}

function hasToken(request: FastifyRequest, token: string): boolean {
  return isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
}

function isOwnOrigin({ headers }: FastifyRequest): boolean {
  return headers.origin === `http://${headers.host}`;
}

/** Browsers leave out the origin of a GET. A WebSocket always has one, and this header does not replace it. */
function isSameOriginFetch({ headers }: FastifyRequest): boolean {
  return headers.upgrade === undefined && headers['sec-fetch-site'] === 'same-origin';
}

function refuseUnknown(reply: FastifyReply): FastifyReply {
  return refuse(reply.header('www-authenticate', 'Bearer'), REFUSALS.wrong_token);
}
