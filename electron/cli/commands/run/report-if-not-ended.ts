import { reportOutcome } from '../../act.ts';
import type { CommandContext } from '../../command-context.ts';
import type { ExitCode } from '../../exit-codes.ts';

/** Says so when a run is not waiting for a review; null when it is. */
export async function reportIfNotEnded(
  context: CommandContext,
  runId: string,
): Promise<ExitCode | null> {
  const answer = await context.call('run.details', { runId });
  if (answer.outcome === 'not_found') return reportOutcome(context, answer);
  const { status, endReason } = answer.details.card;
  if (status === 'ended') return null;
  return reportOutcome(context, { outcome: 'run_not_ready', status, endReason });
}
