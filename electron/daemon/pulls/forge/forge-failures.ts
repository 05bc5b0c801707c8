import type { Problem } from '../../../../shared/problems.ts';

/** What can go wrong with any question to a forge. No text of it has the token in it. */
export type ForgeFailure =
  | {
      readonly outcome: 'no_token' | 'unauthorized' | 'not_found' | 'refused';
      readonly problem: Problem;
    }
  /** Nothing was sent to the forge before `retryAt`, whatever was asked. */
  | { readonly outcome: 'rate_limited'; readonly retryAt: number; readonly problem: Problem }
  /** `status`: what the forge answered; null when it did not. */
  | { readonly outcome: 'unavailable'; readonly status: number | null; readonly problem: Problem }
  /** The forge answered, but not with all of it, or not with what was asked. Nothing may be decided on the rest. */
  | { readonly outcome: 'incomplete'; readonly what: string; readonly problem: Problem };

export function noToken(host: string, nextStep: string): ForgeFailure {
  return failure('no_token', `There is no token for ${host} on this machine.`, nextStep);
}

export function unauthorized(host: string, source: string): ForgeFailure {
  return failure(
    'unauthorized',
    `${host} does not accept the token from ${source}.`,
    'Renew the token there (with the GitHub CLI: gh auth login), then try again.',
  );
}

export function notFound(what: string, host: string): ForgeFailure {
  return failure(
    'not_found',
    `${host} knows no ${what}, or the token may not see it.`,
    'Check the address of the remote and that the token has access to this repository.',
  );
}

export function refusedByForge(host: string, message: string): ForgeFailure {
  return failure(
    'refused',
    `${host} refused: ${message}`,
    'Resolve what the forge says; a token needs read and write access to pull requests and contents.',
  );
}

export function rateLimited(host: string, retryAt: number): ForgeFailure {
  return {
    outcome: 'rate_limited',
    retryAt,
    problem: {
      code: 'rate_limited',
      message: `${host} limits how often it may be asked; it answers again at ${new Date(retryAt).toISOString()}.`,
      nextStep: 'Wait until then. What is shown stays as it was last read.',
    },
  };
}

export function unavailable(host: string, status: number | null, message: string): ForgeFailure {
  const what = status === null ? 'cannot be reached' : `answered ${status}`;
  return {
    outcome: 'unavailable',
    status,
    problem: {
      code: 'forge_unavailable',
      message: `${host} ${what}: ${message}`,
      nextStep: 'Check the connection and the status page of the forge, then try again.',
    },
  };
}

export function incomplete(host: string, what: string): ForgeFailure {
  return {
    outcome: 'incomplete',
    what,
    problem: {
      code: 'answer_incomplete',
      message: `${host} did not answer completely: ${what}.`,
      nextStep: 'Try again in a moment. Nothing was decided on what did arrive.',
    },
  };
}

function failure(
  outcome: 'no_token' | 'unauthorized' | 'not_found' | 'refused',
  message: string,
  nextStep: string,
): ForgeFailure {
  return { outcome, problem: { code: outcome, message, nextStep } };
}
