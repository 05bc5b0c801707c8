import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isSameSecret, writeToken } from './api-token.ts';

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * What a browser has in place of the token, which it never keeps. It outlives the daemon, so that an open page finds its
 * way back after a restart; removing `<home>/api-<port>.browser-key` ends every session.
 */
export class BrowserSession {
  /** Cookies know no ports: the name keeps daemons apart. */
  readonly #name: string;
  readonly #key: string;
  readonly #now: () => number;

  constructor(home: string, port: number, now: () => number) {
    this.#name = `fleetboard_${port}`;
    this.#key = readOrMakeKey(path.join(home, `api-${port}.browser-key`));
    this.#now = now;
  }

  /** The value of a `Set-Cookie` header. */
  cookie(): string {
    const until = this.#now() + LIFETIME_MS;
    return [
      `${this.#name}=${until}.${this.#sign(until)}`,
      'HttpOnly',
      'SameSite=Strict',
      'Path=/',
      `Max-Age=${LIFETIME_MS / 1000}`,
    ].join('; ');
  }

  /** Whether the `Cookie` header of a request has a session that this daemon gave out and that has not lapsed. */
  isIn(cookies: string | undefined): boolean {
    const prefix = `${this.#name}=`;
    return (cookies ?? '')
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each.startsWith(prefix))
      .some((each) => this.#isValid(each.slice(prefix.length)));
  }

  #isValid(value: string): boolean {
    const [, written, signature] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(value) ?? [];
    if (written === undefined || signature === undefined) return false;
    const until = Number(written);
    return isSameSecret(signature, this.#sign(until)) && this.#now() < until;
  }

  #sign(until: number): string {
    return createHmac('sha256', this.#key).update(`browser session until ${until}`).digest('hex');
  }
}

function readOrMakeKey(file: string): string {
  try {
    const known = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{64}$/.test(known)) return known;
  } catch {
    // The first start on this port.
  }
  const key = randomBytes(32).toString('hex');
  writeToken(file, key);
  return key;
}
