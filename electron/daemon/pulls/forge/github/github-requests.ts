import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { z } from 'zod';
import {
  type ForgeFailure,
  incomplete,
  noToken,
  rateLimited,
  unauthorized,
} from '../forge-failures.ts';
import type { FoundToken } from '../token/find-token.ts';
import { type Answered, answeredBy, type Declined, troubleIn } from './answers.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { RememberedAnswers } from './remembered-answers.ts';

export interface GitHubAccess {
  /** As in the address of a remote: `github.com`. */
  readonly host: string;
  readonly apiUrl: string;
  readonly findToken: () => Promise<FoundToken>;
  readonly now: () => number;
  /** For one request with its whole answer; all tries of a read together may take twice that. */
  readonly timeoutMs: number;
}

export interface Question<Value> {
  /** As `GET /repos/{owner}/{repo}`. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** What is asked for, for a person. */
  readonly what: string;
  readonly schema: z.ZodType<Value>;
  /** Asks whether what was read before still holds, which costs nothing of the rate limit when it does. */
  readonly isConditional: boolean;
}

export interface ReadAnswer<Value> {
  readonly outcome: 'read';
  readonly value: Value;
  /** The `link` header: how the pages hang together. */
  readonly link: string;
}

const ThrottledOctokit = Octokit.plugin(retry, throttling);
const READ_TRIES_AFTER_THE_FIRST = 2;
/** Before the second try; four times that before the third. */
const RETRY_PAUSE_MS = 250;
/** What trying again at once cannot change: beyond the client errors, what the limits answer. */
const NOT_RETRIED = [400, 401, 403, 404, 405, 409, 410, 422, 429, 451];
const HIDDEN_TOKEN = '[token]';

/**
 * Asks GitHub. Reads are tried again where that can help; a write is sent once. While a limit lasts nothing is sent:
 * asking on would only prolong it.
 */
export class GitHubRequests {
  readonly host: string;
  readonly now: () => number;
  readonly #access: GitHubAccess;
  readonly #octokit: InstanceType<typeof ThrottledOctokit>;
  readonly #remembered = new RememberedAnswers();
  #token: Promise<FoundToken> | null = null;
  #limitedUntil = 0;

  constructor(access: GitHubAccess) {
    this.host = access.host;
    this.now = access.now;
    this.#access = access;
    const silent = () => {};
    this.#octokit = new ThrottledOctokit({
      baseUrl: access.apiUrl,
      userAgent: 'fleetboard',
      log: { debug: silent, info: silent, warn: silent, error: silent },
      request: { fetch: boundedFetch(access.timeoutMs) },
      retry: {
        doNotRetry: NOT_RETRIED,
        retries: READ_TRIES_AFTER_THE_FIRST,
        retryAfterBaseValue: RETRY_PAUSE_MS,
      },
      // The caller decides when to ask again; the plugin spaces what is written.
      throttle: { id: access.apiUrl, onRateLimit: () => false, onSecondaryRateLimit: () => false },
    });
  }

  async read<Value>(question: Question<Value>): Promise<ReadAnswer<Value> | ForgeFailure> {
    const { route, parameters, what, schema, isConditional } = question;
    const key = `${route} ${JSON.stringify(parameters)}`;
    const before = isConditional ? this.#remembered.get(key) : null;
    const answer = await this.#send(what, route, parameters, {
      isWrite: false,
      headers: before === null ? {} : { 'if-none-match': before.etag },
    });
    switch (answer.outcome) {
      case 'not_modified':
        if (before === null) return incomplete(this.host, `${what} has no content`);
        // Kept under the same question, so of the same schema.
        return { outcome: 'read', value: before.value as Value, link: before.link };
      case 'declined':
        return answer.failure;
      case 'answered': {
        const parsed = schema.safeParse(answer.data);
        if (!parsed.success) {
          const at = parsed.error.issues[0]?.path.join('.') ?? '';
          return incomplete(this.host, `${what} cannot be read${at === '' ? '' : ` at ${at}`}`);
        }
        const { etag, link } = answer;
        if (etag !== null) this.#remembered.keep(key, { etag, value: parsed.data, link });
        return { outcome: 'read', value: parsed.data, link };
      }
      default:
        return answer;
    }
  }

  /** Sent once. Of an answer that is `unavailable` or `incomplete` nobody knows whether it was done. */
  async write(
    route: string,
    parameters: Readonly<Record<string, string | number>>,
    what: string,
  ): Promise<Answered | Declined | ForgeFailure> {
    const answer = await this.#send(what, route, parameters, { isWrite: true, headers: {} });
    return answer.outcome === 'not_modified'
      ? incomplete(this.host, `${what} has no content`)
      : answer;
  }

  async #send(
    what: string,
    route: string,
    parameters: Readonly<Record<string, string | number>>,
    { isWrite, headers }: { isWrite: boolean; headers: Readonly<Record<string, string>> },
  ): Promise<Answered | Declined | { readonly outcome: 'not_modified' } | ForgeFailure> {
    const { host, timeoutMs } = this.#access;
    if (this.now() < this.#limitedUntil) return rateLimited(host, this.#limitedUntil);
    const found = await this.#findToken();
    if (found.outcome === 'missing') return noToken(host, found.nextStep);
    try {
      const response = await this.#octokit.request(route, {
        ...parameters,
        headers: {
          ...headers,
          authorization: `Bearer ${found.token}`,
          'x-github-api-version': '2022-11-28',
        },
        // A number of retries counts for whatever fails, also for what is not to be tried again: so only none at all.
        // A write may have to wait for its turn, which is no reason to give it up.
        request: isWrite ? { retries: 0 } : { signal: AbortSignal.timeout(2 * timeoutMs) },
      });
      return answeredBy(response);
    } catch (error) {
      const trouble = troubleIn(error, { host, what, now: this.now() });
      if (trouble.outcome === 'token_refused') {
        this.#forget();
        return unauthorized(host, found.source);
      }
      if (trouble.outcome === 'rate_limited') this.#limitedUntil = trouble.retryAt;
      return withoutToken(trouble, found.token);
    }
  }

  async #findToken(): Promise<FoundToken> {
    this.#token ??= this.#access.findToken();
    const found = await this.#token;
    // Somebody may log in at any moment.
    if (found.outcome === 'missing') this.#token = null;
    return found;
  }

  /** What the next token may see can be something else. */
  #forget(): void {
    this.#token = null;
    this.#remembered.clear();
  }
}

/** A proxy on the way may answer with what it was sent. */
function withoutToken<Value>(value: Value, token: string): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(token, HIDDEN_TOKEN)) as Value;
}
