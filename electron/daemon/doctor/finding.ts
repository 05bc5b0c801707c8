/** What the doctor found about one thing. */
export interface Finding {
  /** The thing, in a word or two. */
  readonly check: string;
  /** `warn`: works, but somebody should look. `fail`: does not work as it is. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; null when nothing. */
  readonly nextStep: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message, nextStep: null };
}

export function warn(check: string, message: string, nextStep: string): Finding {
  return { check, state: 'warn', message, nextStep };
}

export function fail(check: string, message: string, nextStep: string): Finding {
  return { check, state: 'fail', message, nextStep };
}
