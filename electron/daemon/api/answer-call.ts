import { z } from 'zod';
import {
  type CallResult,
  CONTRACT,
  type ContractHandlers,
  type ContractMethod,
  type Startup,
} from '../../../shared/contract.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { callDaemon } from './daemon-client.ts';

/** Where a failure is recorded; pino fits. */
export interface CallLog {
  error(details: { readonly err: unknown; readonly method?: string }, message: string): void;
}

/** What a daemon must be to answer calls, its own and those that it passes on. */
export interface AnsweringDaemon {
  /** Its address, `127.0.0.1:port`. */
  readonly owner: string;
  /** The folder that it shares with the daemons it passes calls on to. */
  readonly home: string;
  readonly handlers: ContractHandlers;
}

/** Who answers at this moment. */
export interface CallTarget {
  readonly startup: Startup;
  /** Null before the daemon is ready, and when it cannot run. */
  readonly daemon: AnsweringDaemon | null;
}

const addressSchema = z
  .string()
  .regex(/^127\.0\.0\.1:[1-9]\d{0,4}$/, 'expected the address of a daemon, such as 127.0.0.1:7460')
  .optional();

/**
 * Answers one call, whichever way it came in. `at` names the daemon that should answer it; another than this one is
 * asked over its loopback API. Never throws: what goes wrong is logged once and comes back as a problem.
 */
export async function answerCall(
  target: CallTarget,
  log: CallLog,
  method: unknown,
  input: unknown,
  at?: unknown,
): Promise<CallResult<ContractMethod>> {
  if (!isContractMethod(method)) {
    return refused(
      'call_not_known',
      `"${String(method).slice(0, 100)}" is no call of the contract. Expected one of ${Object.keys(CONTRACT).join(', ')}.`,
    );
  }
  const parsed = CONTRACT[method].input.safeParse(input);
  if (!parsed.success) {
    return refused('input_not_accepted', `${method}: ${describeIssues(parsed.error, 'input')}`);
  }
  const address = addressSchema.safeParse(at);
  if (!address.success) {
    return refused('input_not_accepted', `${method}: ${describeIssues(address.error, 'at')}`);
  }
  const { daemon } = target;
  if (method === 'startup.read' && isHere(daemon, address.data)) {
    return { ok: true, value: target.startup };
  }
  if (daemon === null) return notReady();
  if (address.data !== undefined && !isHere(daemon, address.data)) {
    return callDaemon({ home: daemon.home, owner: address.data }, method, parsed.data);
  }
  // The schema that just accepted the input is the one that the handler's type comes from.
  const handle = daemon.handlers[method] as (
    input: unknown,
  ) => ReturnType<ContractHandlers[ContractMethod]>;
  try {
    return { ok: true, value: await handle(parsed.data) };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { ok: false, problem: error.problem };
    log.error({ err: error, method }, 'a call failed');
    return {
      ok: false,
      problem: {
        code: 'internal_error',
        message: error instanceof Error ? error.message : String(error),
        nextStep: 'Try again. If it persists, report it with the log of the daemon.',
      },
    };
  }
}

function isContractMethod(method: unknown): method is ContractMethod {
  return typeof method === 'string' && Object.hasOwn(CONTRACT, method);
}

function isHere(daemon: AnsweringDaemon | null, at: string | undefined): boolean {
  return at === undefined || at === daemon?.owner;
}

function notReady(): CallResult<ContractMethod> {
  return {
    ok: false,
    problem: {
      code: 'daemon_not_ready',
      message: 'The daemon is not running.',
      nextStep: 'Wait until it has started, or read why it cannot.',
    },
  };
}

function refused(code: string, message: string): CallResult<ContractMethod> {
  return {
    ok: false,
    problem: {
      code,
      message,
      nextStep:
        'Correct the call. If Fleetboard itself made it, its parts do not agree: start it again, and report this.',
    },
  };
}

/** Each issue names the path and, in zod's words, what was expected and received. */
function describeIssues(error: z.ZodError, whole: string): string {
  return error.issues
    .map((issue) => `${issue.path.length > 0 ? issue.path.join('.') : whole}: ${issue.message}`)
    .join('; ');
}
