import type { Problem } from '../../../../shared/problems.ts';
import type { WorkError, WorkErrorCode } from '../../../../shared/work-errors.ts';

/** Why an agent could not be talked to, and what to do about it when no task hangs on it. */
const TEST_PROBLEMS = {
  not_found:
    'Install it, or correct its command; it must be on the PATH that Fleetboard was started with.',
  exited: 'Run its command in a terminal to see why. Often an argument is missing or wrong.',
  wrong_protocol_version: 'Install a version of the agent that speaks protocol version 1.',
  timed_out:
    'Run its command in a terminal: it may wait for a login or a download. dispatch.handshakeTimeoutMs gives it longer.',
  not_the_protocol:
    'Add the argument that starts it in ACP mode. Standard output must carry the protocol only.',
  refused: 'Check that the command starts the agent in ACP mode, and read what it says.',
  could_not_start: 'Look at its command and arguments, then test it again.',
  stopped: 'Start the daemon again, then test it again.',
} as const;
export type AgentTestProblemCode = keyof typeof TEST_PROBLEMS;

export function agentTestProblem(code: AgentTestProblemCode, message: string): Problem {
  return { code, message, nextStep: TEST_PROBLEMS[code] };
}

/** What the start of a worker, or its output, calls by another name. */
export function asTestProblem({ code, message }: WorkError): Problem {
  return agentTestProblem(CODES[code] ?? 'could_not_start', message);
}

const CODES: Partial<Record<WorkErrorCode, AgentTestProblemCode>> = {
  agent_not_found: 'not_found',
  agent_printed_garbage: 'not_the_protocol',
  agent_flooded_output: 'not_the_protocol',
};
