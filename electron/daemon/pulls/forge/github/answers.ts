import {
  type ForgeFailure,
  incomplete,
  notFound,
  rateLimited,
  refusedByForge,
  unavailable,
} from '../forge-failures.ts';
import { AnswerCutShort } from './bounded-fetch.ts';

export interface Answered {
  readonly outcome: 'answered';
  readonly data: unknown;
  readonly etag: string | null;
  readonly link: string;
}

/** A refusal that means something else for each request: the caller looks at the status. */
export interface Declined {
  readonly outcome: 'declined';
  readonly status: number;
  /** In the forge's words. */
  readonly message: string;
  /** What it is where the status says nothing more. */
  readonly failure: ForgeFailure;
}

export type Trouble =
  | Declined
  | { readonly outcome: 'not_modified' }
  | { readonly outcome: 'token_refused' }
  | ForgeFailure;

type Headers = Readonly<Record<string, string | number | undefined>>;

/** What octokit throws; it gives answers that it did not get the status 500. */
interface HttpError extends Error {
  readonly status: number;
  readonly response?: { readonly headers: Headers; readonly data: unknown };
}

/** Where GitHub names no moment. */
const USUAL_WAIT_MS = 60_000;
/** A primary limit is reset within the hour; whatever names a later moment is mistaken. */
const LONGEST_WAIT_MS = 60 * 60_000;
const KEPT_MESSAGE_CHARACTERS = 500;

export function answeredBy(response: {
  readonly headers: Headers;
  readonly data: unknown;
}): Answered {
  const { etag, link } = response.headers;
  return {
    outcome: 'answered',
    data: response.data,
    etag: etag === undefined ? null : String(etag),
    link: link === undefined ? '' : String(link),
  };
}

export function troubleIn(
  error: unknown,
  { host, what, now }: { readonly host: string; readonly what: string; readonly now: number },
): Trouble {
  if (!isHttpError(error)) return unavailable(host, null, shown(messageOf(error)));
  if (error.response === undefined) {
    if (error.cause instanceof AnswerCutShort) {
      return incomplete(host, `${what}: ${error.cause.message}`);
    }
    return unavailable(host, null, shown(error.message));
  }
  const { status, response } = error;
  const message = shown(error.message);
  if (status === 304) return { outcome: 'not_modified' };
  if (status === 401) return { outcome: 'token_refused' };
  if (isLimit(status, response.headers, message)) {
    return rateLimited(host, retryAtOf(response.headers, now));
  }
  if (status >= 500 || status === 408) return unavailable(host, status, message);
  const failure =
    status === 404 || status === 410 ? notFound(what, host) : refusedByForge(host, message);
  return { outcome: 'declined', status, message, failure };
}

function isHttpError(error: unknown): error is HttpError {
  return (
    error instanceof Error &&
    error.name === 'HttpError' &&
    'status' in error &&
    typeof error.status === 'number'
  );
}

function isLimit(status: number, headers: Headers, message: string): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    String(headers['x-ratelimit-remaining']) === '0' ||
    headers['retry-after'] !== undefined ||
    /secondary rate limit|abuse detection/i.test(message)
  );
}

function retryAtOf(headers: Headers, now: number): number {
  const seconds = Number(headers['retry-after']);
  const resetSeconds = Number(headers['x-ratelimit-reset']);
  const isSpent = String(headers['x-ratelimit-remaining']) === '0';
  const named =
    seconds > 0
      ? now + seconds * 1_000
      : isSpent && resetSeconds > 0
        ? resetSeconds * 1_000
        : now + USUAL_WAIT_MS;
  return Math.min(Math.max(named, now), now + LONGEST_WAIT_MS);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One line, as long as a person reads. Some proxies answer with a page. */
function shown(message: string): string {
  return message.replace(/\s+/g, ' ').trim().slice(0, KEPT_MESSAGE_CHARACTERS);
}
