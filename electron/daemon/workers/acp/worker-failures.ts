import { type WorkError, workError } from '../../../../shared/work-errors.ts';

export function hung(silentMs: number): WorkError {
  return workError(
    'agent_hung',
    `The agent was silent for ${silentMs} ms while it should have worked.`,
  );
}

export function ended(): WorkError {
  return workError('turn_was_cancelled', 'The worker was ended.');
}

/** The agent went away by itself; `how` tells by what sign, and what it last said. */
export function lost(how: string, wasAsking: boolean): WorkError {
  return wasAsking
    ? workError('agent_died_while_asking', `The agent died while its question was open: ${how}`)
    : workError('agent_exited_without_answer', `The agent exited without an answer: ${how}`);
}
