import type { FastifyReply } from 'fastify';
import type { Problem } from '../../../shared/problems.ts';

/** The status of a call whose answer is a problem; any other code is the daemon's own failure. */
const STATUS_OF_PROBLEM: Readonly<Record<string, number>> = {
  input_not_accepted: 400,
  call_not_known: 404,
  daemon_unreachable: 502,
  daemon_not_ready: 503,
};

export function statusOfProblem({ code }: Problem): number {
  return STATUS_OF_PROBLEM[code] ?? 500;
}

/** A request that got no further than the door. */
export interface Refusal extends Problem {
  readonly status: number;
}

export const REFUSALS = {
  foreign_host: {
    status: 403,
    code: 'foreign_host',
    message: 'The Host of the request is not this daemon.',
    nextStep: 'Use the address 127.0.0.1 with the port of the daemon.',
  },
  foreign_origin: {
    status: 403,
    code: 'foreign_origin',
    message: 'A page of another origin may not talk to this daemon.',
    nextStep: 'Open the page that the daemon itself serves.',
  },
  wrong_token: {
    status: 401,
    code: 'wrong_token',
    message: 'The token of this daemon is missing or wrong.',
    nextStep:
      'Send "Authorization: Bearer <token>" with what stands in api-<port>.token in the home folder.',
  },
  daemon_incomplete: {
    status: 503,
    code: 'daemon_incomplete',
    message: 'This daemon cannot read the part of its program that answers requests.',
    nextStep: 'Its log says why. If Fleetboard was replaced while it ran, start it again.',
  },
  not_found: {
    status: 404,
    code: 'not_found',
    message: 'There is nothing at this address.',
    nextStep: 'Calls are made with POST /v1/call/<method>, events come from /v1/events.',
  },
  body_too_large: {
    status: 413,
    code: 'body_too_large',
    message: 'The body is larger than 1 MB.',
    nextStep: 'Send less; no call needs that much.',
  },
  body_not_json: {
    status: 400,
    code: 'body_not_json',
    message: 'The body is not JSON, or has more parts than the input of any call.',
    nextStep: 'Send the input of the call as JSON, {} when it has none.',
  },
  content_type_not_accepted: {
    status: 415,
    code: 'content_type_not_accepted',
    message: 'The body is not said to be JSON.',
    nextStep: 'Send "Content-Type: application/json".',
  },
  request_not_accepted: {
    status: 400,
    code: 'request_not_accepted',
    message: 'This is not a request that the daemon understands.',
    nextStep: 'Send HTTP/1.1 with short headers, without long pauses.',
  },
  request_too_slow: {
    status: 408,
    code: 'request_too_slow',
    message: 'The request did not come to an end in time.',
    nextStep: 'Send it again, in one go.',
  },
  headers_too_large: {
    status: 431,
    code: 'headers_too_large',
    message: 'The headers of the request are too large.',
    nextStep: 'Send fewer or shorter headers.',
  },
  too_many_connections: {
    status: 503,
    code: 'too_many_connections',
    message: 'Too many connections are open to this daemon.',
    nextStep: 'Close some of them, or try again in a moment.',
  },
  internal_error: {
    status: 500,
    code: 'internal_error',
    message: 'The daemon failed to answer.',
    nextStep: 'Try again. If it persists, report it with the log of the daemon.',
  },
} as const satisfies Record<string, Refusal>;

/** The body of every refusal has the shape of a call that came to nothing. */
export function refusalBody({ code, message, nextStep }: Refusal): string {
  return JSON.stringify({ ok: false, problem: { code, message, nextStep } });
}

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(refusalBody(refusal));
}
