import type { Problem } from './problems.ts';

interface WorkErrorRule {
  /** Whether running the same task again may end differently. `false` settles a send or a spawn as `failed` at once. */
  readonly retryable: boolean;
  readonly nextStep: string;
}

/** Every way in which a worker can fail, named by what happened. The message is the particular case; the next step is the rule's. */
export const WORK_ERRORS = {
  agent_unknown: {
    retryable: false,
    nextStep: 'Add the agent to config.json, or start the task again with one from the list.',
  },
  agent_not_found: {
    retryable: false,
    nextStep:
      'Install the agent, or correct its "command" in config.json; the command must be on PATH.',
  },
  agent_refused_handshake: {
    retryable: false,
    nextStep:
      'Check that the command starts the agent in ACP mode and that its version speaks protocol version 1.',
  },
  agent_handshake_timed_out: {
    retryable: true,
    nextStep: 'Run the agent command in a terminal: it may wait for a login or a download.',
  },
  agent_needs_authentication: {
    retryable: false,
    nextStep: "Log in with the agent's own command in a terminal, then run the task again.",
  },
  agent_mode_refused: {
    retryable: false,
    nextStep:
      'Correct "mode" of the agent in config.json; the message lists the modes that it offers.',
  },
  agent_printed_garbage: {
    retryable: false,
    nextStep:
      'Standard output must carry the protocol only: add the flag that starts ACP mode, or send logs to standard error.',
  },
  agent_exited_without_answer: {
    retryable: true,
    nextStep:
      'Read the end of the transcript for what the agent printed to standard error before it exited.',
  },
  agent_died_while_asking: {
    retryable: true,
    nextStep:
      'The question can no longer be answered. Run the task again; the agent will ask anew.',
  },
  agent_hung: {
    retryable: true,
    nextStep:
      'Run the task again, or raise dispatch.idleLimitMs in config.json if the agent is known to be silent for long.',
  },
  agent_flooded_output: {
    retryable: false,
    nextStep:
      'Narrow the prompt so that the agent prints less; the transcript keeps the beginning of what it printed.',
  },
  agent_errored: {
    retryable: true,
    nextStep: "Read the agent's message above; run the task again when its cause is gone.",
  },
  agent_refused: {
    retryable: false,
    nextStep: 'The model declined the request. Reword the prompt and run it again.',
  },
  agent_ran_out_of_budget: {
    retryable: false,
    nextStep:
      'The agent reached a limit of its own. Send "continue" to a new session or split the task.',
  },
  turn_was_cancelled: {
    retryable: true,
    nextStep: 'The agent ended its turn as cancelled. Run the task again if that was not meant.',
  },
  command_failed: {
    retryable: true,
    nextStep: 'Read the output in the transcript, correct the command, and run it again.',
  },
  command_was_killed: {
    retryable: true,
    nextStep: 'Something outside ended the command. Run the task again.',
  },
  worktree_refused: {
    retryable: false,
    nextStep: 'Resolve what git reports in the project folder, then run the task again.',
  },
  set_up_failed: {
    retryable: false,
    nextStep:
      'Run the set-up command by hand in a fresh worktree, correct "projects" in config.json, then start the run again.',
  },
  folder_missing: {
    retryable: false,
    nextStep: 'Restore the folder or start the task again with one that exists.',
  },
  session_not_live: {
    retryable: false,
    nextStep: 'Choose a live session from the list, or start a new task with this prompt.',
  },
  hold_lapsed: {
    // Tried again it would only ask again, with nobody there to answer.
    retryable: false,
    nextStep:
      'Nobody answered in time. Run the task again, or raise dispatch.holdMaxMs in config.json.',
  },
  attempt_reclaimed: {
    retryable: true,
    nextStep: 'The daemon that ran it went away. Run it again.',
  },
  reclaimed_too_often: {
    retryable: false,
    nextStep:
      'Its worker went away as often as dispatch.failureLimit allows. Read the transcript, then run it again.',
  },
  worker_could_not_start: {
    retryable: true,
    nextStep: 'Read the message above; run the task again when its cause is gone.',
  },
} as const satisfies Record<string, WorkErrorRule>;

export type WorkErrorCode = keyof typeof WORK_ERRORS;

export interface WorkError extends Problem {
  readonly code: WorkErrorCode;
}

export function workError(code: WorkErrorCode, message: string): WorkError {
  return { code, message, nextStep: WORK_ERRORS[code].nextStep };
}

export function isRetryable(error: WorkError): boolean {
  return WORK_ERRORS[error.code].retryable;
}
