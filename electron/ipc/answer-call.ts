import type { z } from 'zod';
import {
  type CallResult,
  CONTRACT,
  type ContractHandlers,
  type ContractMethod,
  type Startup,
} from '../../shared/contract.ts';

/** Where a failure is recorded; pino fits. */
export interface CallLog {
  error(details: { readonly err: unknown; readonly method?: string }, message: string): void;
}

/** Who answers at this moment. */
export interface CallTarget {
  readonly startup: Startup;
  readonly handlers: ContractHandlers | null;
}

/** Answers one call of the window. Never throws: what goes wrong is logged once and comes back as a problem. */
export async function answerCall(
  target: CallTarget,
  log: CallLog,
  method: unknown,
  input: unknown,
): Promise<CallResult<ContractMethod>> {
  if (!isContractMethod(method)) {
    return refused(
      'call_not_known',
      `"${String(method).slice(0, 100)}" is no call of the contract. Expected one of ${Object.keys(CONTRACT).join(', ')}.`,
    );
  }
  const parsed = CONTRACT[method].input.safeParse(input);
  if (!parsed.success) {
    return refused('input_not_accepted', `${method}: ${describeIssues(parsed.error)}`);
  }
  if (method === 'startup.read') return { ok: true, value: target.startup };
  if (target.handlers === null) {
    return {
      ok: false,
      problem: {
        code: 'daemon_not_ready',
        message: 'The daemon is not running.',
        nextStep: 'Wait until the window shows the board, or read why it cannot.',
      },
    };
  }
  // The schema that just accepted the input is the one that the handler's type comes from.
  const handle = target.handlers[method] as (
    input: unknown,
  ) => ReturnType<ContractHandlers[ContractMethod]>;
  try {
    return { ok: true, value: await handle(parsed.data) };
  } catch (error) {
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

function refused(code: string, message: string): CallResult<ContractMethod> {
  return {
    ok: false,
    problem: {
      code,
      message,
      nextStep: 'Window and daemon do not agree. Start Fleetboard again, and report this.',
    },
  };
}

/** Each issue names the path and, in zod's words, what was expected and received. */
function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${issue.path.length > 0 ? issue.path.join('.') : 'input'}: ${issue.message}`)
    .join('; ');
}
