import { endReasonWord } from '../../../../shared/run-words.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';

/** Why the loop ended, in its own word and in a sentence. */
export function RunOutcome({ run }: { run: RunCard }) {
  const { endReason, endDetail } = run;
  const problem = run.status === 'ended' ? (run.attempts.at(-1)?.error ?? null) : null;
  if (endReason === null || (endDetail === null && problem === null)) return null;
  const isPassed = endReason === 'passed';
  return (
    <section
      aria-label="How it ended"
      className={`readable max-h-[40%] shrink-0 space-y-1 overflow-y-auto border-t border-line px-5 py-3 ${isPassed ? 'bg-done-wash' : 'bg-sunk'}`}
    >
      {endDetail !== null && (
        <p className="break-words">
          <span className="font-medium">{endReasonWord(endReason)}.</span>{' '}
          <AgentText text={endDetail} />
        </p>
      )}
      {problem !== null && !isPassed && <ProblemWords problem={problem} />}
    </section>
  );
}
