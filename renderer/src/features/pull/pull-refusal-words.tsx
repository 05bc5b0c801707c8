import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { At } from '../../components/time.tsx';
import { PlainProblem } from '../review/merge-refusal-words.tsx';
import { FailedFacts } from './failed-facts.tsx';
import type { PullRefusal } from './settle-pull.ts';

/** Why it was not done, where it was asked for. */
export function PullRefusalWords({ refusal }: { refusal: PullRefusal }) {
  return (
    <div role="alert" className="readable rounded-md bg-failed-wash px-3 py-2">
      <Words refusal={refusal} />
    </div>
  );
}

function Words({ refusal }: { refusal: PullRefusal }) {
  if (refusal.reason === 'unanswered') return <PlainProblem problem={refusal.problem} />;
  const { outcome } = refusal;
  switch (outcome.outcome) {
    case 'facts_refused':
      return <FailedFacts failed={outcome.failed} />;
    case 'forge_refused':
      return <PlainProblem problem={outcome.problem} />;
    case 'pull_reserved':
      return (
        <p>
          {describeOutcome(outcome)} The reservation ends at <At at={outcome.untilAt} /> at the
          latest.
        </p>
      );
    default:
      return (
        <p className="break-words">
          <AgentText text={describeOutcome(outcome)} />
        </p>
      );
  }
}
