import { RequestError } from '@agentclientprotocol/sdk';
import { type WorkError, workError } from '../../../../shared/work-errors.ts';

/** JSON-RPC's code for an agent that wants a login first. */
const AUTHENTICATION_REQUIRED = -32000;

export function wantsLogin(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === AUTHENTICATION_REQUIRED;
}

/** What an agent answered instead of a result to one step of the handshake. */
export function errorOfHandshake(step: string, error: unknown): WorkError {
  return wantsLogin(error)
    ? workError('agent_needs_authentication', `The agent wants a login: ${wordsOf(error)}`)
    : workError('agent_refused_handshake', `The agent refused ${step}: ${wordsOf(error)}`);
}

/** What an agent answered instead of a result to a prompt. */
export function errorOfPrompt(error: unknown): WorkError {
  return wantsLogin(error)
    ? workError('agent_needs_authentication', `The agent wants a login: ${wordsOf(error)}`)
    : workError('agent_errored', `The agent answered with an error: ${wordsOf(error)}`);
}

/** The message of an error; agents often say "Internal error" there and the cause in its data. */
export function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const detail = error instanceof RequestError ? detailOf(error.data) : '';
  return detail === '' || message.includes(detail) ? message : `${message}: ${detail}`;
}

function detailOf(data: unknown): string {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null) return '';
  const details: unknown = Object.entries(data).find(
    ([key, value]) => ['details', 'message', 'reason'].includes(key) && typeof value === 'string',
  )?.[1];
  return typeof details === 'string' ? details : '';
}
