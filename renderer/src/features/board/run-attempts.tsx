import { attemptCauseWords, attemptWord, describeCost } from '../../../../shared/run-words.ts';
import type { RunAttempt, RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { checkWords } from '../../components/check-result.tsx';
import { AttemptWorked } from '../../components/run-worked.tsx';

/** The attempts of a run, newest first: where each stands, why it was made, what it took and what its check said. */
export function RunAttempts({ run }: { run: RunCard }) {
  return (
    <ol aria-label="Attempts" reversed className="run-attempts">
      {run.attempts.toReversed().map((attempt) => (
        <AttemptRow key={attempt.ordinal} run={run} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptRow({ run, attempt }: { run: RunCard; attempt: RunAttempt }) {
  const check = checkWords(attempt);
  // The least telling last: that is what is cut where there is no room.
  const facts = [
    ...(check === null ? [] : [check]),
    ...(attempt.cost === null ? [] : [describeCost(attempt.cost)]),
    attemptCauseWords(attempt.because),
  ];
  return (
    <li
      data-attempt={attempt.ordinal}
      data-outcome={attempt.outcome ?? 'open'}
      data-state={attempt.outcome === null ? attempt.state : undefined}
      className="run-attempt"
    >
      <p className="flex items-baseline gap-2">
        <span className="w-4 shrink-0 text-end text-ink-3">{attempt.ordinal}</span>
        <span aria-hidden="true" className="attempt-dot shrink-0 self-center" />
        <span className="min-w-0 flex-1 truncate text-ink-3" title={facts.join(' · ')}>
          <span className="state-ink font-medium">{attemptWord(attempt)}</span>
          {facts.map((fact) => ` · ${fact}`)}
        </span>
        {attempt.startedAt !== null && (
          <span className="min-w-7 shrink-0 text-end text-2xs text-ink-3">
            <AttemptWorked run={run} attempt={attempt} />
          </span>
        )}
      </p>
      {attempt.error !== null && (
        <p className="truncate ps-9 text-failed-ink">
          <AgentText text={attempt.error.message} cut />
        </p>
      )}
    </li>
  );
}
