import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Says that a run has no attempt of that number. */
export function reportNoAttempt(
  { json, terminal }: CommandContext,
  made: number,
  ordinal: number,
): ExitCode {
  const message = `The run has no attempt ${ordinal}: it has made ${made} so far.`;
  if (json) terminal.json({ outcome: 'not_found', message });
  else terminal.note(message);
  return EXIT.refused;
}
