import { describeDuration } from '../../../shared/durations.ts';
import { workedMsOf } from '../../../shared/run-words.ts';
import type { RunAttempt, RunCard } from '../../../shared/runs.ts';
import { useTimeText } from '../state/clock.ts';

/** How long the run has worked, the attempt that is at work included. Parked time does not count. */
export function RunWorked({ run }: { run: RunCard }) {
  const current = run.attempts.at(-1);
  const open = current !== undefined && current.settledAt === null ? current : null;
  const text = useTimeText((now) =>
    describeDuration(run.workedMs + (open === null ? 0 : workedMsOf(open, until(run, open, now)))),
  );
  return <span>{text}</span>;
}

/** How long the attempt has worked, without the time parked on a person. */
export function AttemptWorked({ run, attempt }: { run: RunCard; attempt: RunAttempt }) {
  const text = useTimeText((now) =>
    describeDuration(workedMsOf(attempt, until(run, attempt, now))),
  );
  return <span>{text}</span>;
}

/** An attempt that is parked at this moment has worked until it was parked; that parking is not in `parkedMs` yet. */
function until(run: RunCard, attempt: RunAttempt, now: number): number {
  return attempt.state === 'awaiting' ? (run.question?.askedAt ?? run.updatedAt) : now;
}
