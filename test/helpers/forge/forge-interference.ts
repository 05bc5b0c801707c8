import { Gate } from '../gate.ts';

/** What happens to an answer on its way, or instead of it. */
export type Interference =
  /** In place of doing what was asked. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Before anything is done. */
  | { readonly kind: 'drop' }
  /** What was asked is done, and nobody learns of it. */
  | { readonly kind: 'drop_after' }
  /** Half of the answer arrives; then the connection closes. */
  | { readonly kind: 'cut' }
  /** Half of the answer arrives as if it were all. */
  | { readonly kind: 'half' }
  /** Another answer than the true one. */
  | { readonly kind: 'change'; readonly change: (body: unknown) => unknown }
  /** Something else happens first. */
  | { readonly kind: 'before'; readonly run: () => void }
  | { readonly kind: 'hold'; readonly pass: () => Promise<void> };

interface Waiting {
  readonly matches: RegExp;
  readonly interference: Interference;
  left: number;
}

export interface HeldRequest {
  /** The forge has it and answers nothing. */
  readonly reached: Promise<void>;
  readonly release: () => void;
}

/** The switches of the test forge. `matches` is asked of a line as `GET /repos/acme/shop/pulls/1?page=1`. */
export class Interferences {
  readonly #waiting: Waiting[] = [];

  /** Of the next requests that match; a request meets each interference that waits for it. */
  next(matches: RegExp, interference: Interference, times = 1): void {
    this.#waiting.push({ matches, interference, left: times });
  }

  hold(matches: RegExp): HeldRequest {
    const gate = new Gate();
    const pass = gate.before(async () => {});
    this.next(matches, { kind: 'hold', pass });
    return { reached: gate.reached, release: () => gate.open() };
  }

  /** GitHub's answer to too many requests in a short time. */
  limitSecondary(matches: RegExp, retryAfterSeconds: number, times = 1): void {
    const body = { message: 'You have exceeded a secondary rate limit. Please wait.' };
    const headers = { 'retry-after': String(retryAfterSeconds) };
    this.next(matches, { kind: 'answer', status: 403, body, headers }, times);
  }

  limitTooMany(matches: RegExp, retryAfterSeconds: number, times = 1): void {
    const headers = { 'retry-after': String(retryAfterSeconds) };
    const body = { message: 'Too many requests' };
    this.next(matches, { kind: 'answer', status: 429, body, headers }, times);
  }

  failWith(status: number, times = 1, matches = /./): void {
    const body = { message: 'Something went wrong' };
    this.next(matches, { kind: 'answer', status, body }, times);
  }

  take(line: string): Interference[] {
    const met = this.#waiting.filter(({ matches, left }) => left > 0 && matches.test(line));
    for (const waiting of met) waiting.left -= 1;
    return met.map(({ interference }) => interference);
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}
