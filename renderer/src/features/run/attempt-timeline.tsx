import { describeDuration } from '../../../../shared/durations.ts';
import {
  attemptCauseWords,
  attemptWord,
  describeCost,
  workedMsOf,
} from '../../../../shared/run-words.ts';
import type { RunAttempt, RunCard } from '../../../../shared/runs.ts';
import { CheckResult } from '../../components/check-result.tsx';
import { AttemptWorked } from '../../components/run-worked.tsx';

interface AttemptTimelineProps {
  readonly run: RunCard;
  readonly shown: number;
  readonly choose: (ordinal: number) => void;
}

/** Every attempt with the time it took, on one scale. Pressing one shows it in full. */
export function AttemptTimeline({ run, shown, choose }: AttemptTimelineProps) {
  const longest = Math.max(1, ...run.attempts.map((attempt) => totalMs(spansOf(attempt))));
  return (
    <ol
      aria-label="Attempts"
      className="max-h-[38%] shrink-0 space-y-px overflow-y-auto border-b border-line p-2"
    >
      {run.attempts.map((attempt) => (
        <li key={attempt.ordinal}>
          <button
            type="button"
            aria-current={attempt.ordinal === shown ? 'true' : undefined}
            data-attempt={attempt.ordinal}
            data-outcome={attempt.outcome ?? 'open'}
            data-state={attempt.outcome === null ? attempt.state : undefined}
            onClick={() => choose(attempt.ordinal)}
            className={`block w-full rounded-md px-3 py-1.5 text-start text-xs ${attempt.ordinal === shown ? 'bg-selected' : 'hover:bg-hover'}`}
          >
            <span className="flex items-baseline gap-2">
              <span className="w-3 shrink-0 text-end text-ink-3">{attempt.ordinal}</span>
              <span className="state-ink shrink-0 font-medium">{attemptWord(attempt)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-3">
                {attemptCauseWords(attempt.because)}
              </span>
              <CheckResult attempt={attempt} />
              {attempt.cost !== null && (
                <span className="shrink-0 text-2xs text-ink-3">{describeCost(attempt.cost)}</span>
              )}
              {attempt.startedAt !== null && (
                <span className="min-w-7 shrink-0 text-end text-2xs text-ink-3">
                  <AttemptWorked run={run} attempt={attempt} />
                </span>
              )}
            </span>
            <TimeBar attempt={attempt} longest={longest} />
          </button>
        </li>
      ))}
    </ol>
  );
}

interface Spans {
  readonly workedMs: number;
  readonly parkedMs: number;
  readonly checkMs: number;
}

/** Only settled time: a bar that grows by the second would draw the eye for nothing. */
function spansOf(attempt: RunAttempt): Spans {
  const { settledAt, checkedAt, parkedMs } = attempt;
  if (settledAt === null) return { workedMs: 0, parkedMs, checkMs: 0 };
  return {
    workedMs: workedMsOf(attempt, settledAt),
    parkedMs,
    checkMs: checkedAt === null ? 0 : Math.max(0, checkedAt - settledAt),
  };
}

function totalMs({ workedMs, parkedMs, checkMs }: Spans): number {
  return workedMs + parkedMs + checkMs;
}

/** Work in the colour of the outcome, what was parked on a person hatched, the check grey. */
function TimeBar({ attempt, longest }: { attempt: RunAttempt; longest: number }) {
  const spans = spansOf(attempt);
  if (totalMs(spans) === 0) return null;
  const width = (ms: number) => ({ width: `${(ms / longest) * 100}%` });
  const words = [
    `worked ${describeDuration(spans.workedMs)}`,
    ...(spans.parkedMs > 0 ? [`parked on a person ${describeDuration(spans.parkedMs)}`] : []),
    ...(attempt.checkedAt === null ? [] : [`checked ${describeDuration(spans.checkMs)}`]),
  ].join(', ');
  return (
    <span className="mt-1 flex h-1 gap-px ps-5" title={words}>
      <span className="sr-only">{words}</span>
      <span className="time-bar time-bar-worked" style={width(spans.workedMs)} />
      {spans.parkedMs > 0 && (
        <span className="time-bar time-bar-parked" style={width(spans.parkedMs)} />
      )}
      {spans.checkMs > 0 && (
        <span className="time-bar time-bar-check" style={width(spans.checkMs)} />
      )}
    </span>
  );
}
