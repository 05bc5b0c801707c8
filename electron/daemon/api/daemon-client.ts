import type { CallResult, ContractInput, ContractMethod } from '../../../shared/contract.ts';
import type { Problem } from '../../../shared/problems.ts';
import { readToken, tokenFile } from './api-token.ts';
import { postJson } from './post-json.ts';

/** Long enough for the slowest call: ending a group of processes that does not want to end. */
const CALL_LIMIT_MS = 20_000;
/** Where git checks out a repository, or runs hooks: a daemon gives those a quarter of an hour. */
const GIT_WORK_MS = 16 * 60_000;
/** An agent that is tested may take two minutes to answer, and then has to be ended. */
const AGENT_TEST_MS = 150_000;
const LIMITS_MS: Partial<Record<ContractMethod, number>> = {
  'run.start': GIT_WORK_MS,
  'run.merge': GIT_WORK_MS,
  'run.discard': GIT_WORK_MS,
  'agent.test': AGENT_TEST_MS,
};

/** A daemon on this machine. */
export interface DaemonAddress {
  readonly home: string;
  /** `127.0.0.1:port` */
  readonly owner: string;
}

export interface DaemonCallOptions {
  /** The daemon that should answer, when it is not the one that is asked. */
  readonly at?: string;
  /** Milliseconds. */
  readonly limitMs?: number;
}

/** Calls a daemon over its loopback API. Never rejects: not reaching it is the problem `daemon_unreachable`. */
export async function callDaemon<M extends ContractMethod>(
  address: DaemonAddress,
  method: M,
  input: ContractInput<M>,
  { at, limitMs = LIMITS_MS[method] ?? CALL_LIMIT_MS }: DaemonCallOptions = {},
): Promise<CallResult<M>> {
  const token = tokenOf(address);
  if (token === null) return unreachable(address, 'it has left no token in this home');
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
  try {
    const url = `http://${address.owner}/v1/call/${method}${query}`;
    const { status, text } = await postJson({ url, token, body: input, limitMs });
    const answer: unknown = JSON.parse(text);
    return isCallResult<M>(answer)
      ? answer
      : unreachable(address, `another program answers there with status ${status}`);
  } catch (error) {
    return unreachable(address, reasonOf(error, limitMs));
  }
}

/** The token that a daemon of this home gave out last; null when none did. */
export function tokenOf({ home, owner }: DaemonAddress): string | null {
  return readToken(tokenFile(home, portOf(owner)));
}

/** The address of the board for a browser. It signs in whoever has it, until the daemon is started again. */
export function pageAddress(address: DaemonAddress): string {
  return `http://${address.owner}/#token=${tokenOf(address) ?? ''}`;
}

export function portOf(owner: string): number {
  return Number(owner.slice(owner.lastIndexOf(':') + 1));
}

function isCallResult<M extends ContractMethod>(answer: unknown): answer is CallResult<M> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  return answer.ok === true ? 'value' in answer : 'problem' in answer;
}

function unreachable({ owner }: DaemonAddress, reason: string): { ok: false; problem: Problem } {
  return {
    ok: false,
    problem: {
      code: 'daemon_unreachable',
      message: `The daemon ${owner} could not be reached: ${reason}.`,
      nextStep: `Start it with the same home and FLEETBOARD_PORT=${portOf(owner)}: it takes up its work at once. Until then nobody else touches that work.`,
    },
  };
}

function reasonOf(error: unknown, limitMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it did not answer within ${limitMs} ms`;
  if (error instanceof SyntaxError) return 'another program answers there';
  const code = 'code' in error ? String(error.code) : error.message;
  return code === 'ECONNREFUSED' ? 'nothing listens there' : code;
}
