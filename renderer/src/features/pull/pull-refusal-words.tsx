import { describeOutcome } from '../../../../shared/outcome-words.ts';
import { Copyable } from '../../components/copyable.tsx';
import { ReasonWords, Refusal } from '../../components/refusal.tsx';
import { At, timeOfDay } from '../../components/time.tsx';
import { FailedFacts, failedFactsAsText } from './failed-facts.tsx';
import type { PullRefusal } from './settle-pull.ts';

/** Why it was not done, where it was asked for. */
export function PullRefusalWords({ refusal }: { refusal: PullRefusal }) {
  return (
    <Refusal>
      <Words refusal={refusal} />
    </Refusal>
  );
}

function Words({ refusal }: { refusal: PullRefusal }) {
  if (refusal.reason === 'unanswered') return <ReasonWords reason={refusal.problem} />;
  const { outcome } = refusal;
  switch (outcome.outcome) {
    case 'facts_refused':
      return (
        <Copyable text={failedFactsAsText(outcome.failed)}>
          <FailedFacts failed={outcome.failed} />
        </Copyable>
      );
    case 'forge_refused':
      return <ReasonWords reason={outcome.problem} />;
    case 'pull_reserved': {
      const words = describeOutcome(outcome);
      return (
        <Copyable
          text={`${words} The reservation ends at ${timeOfDay(outcome.untilAt)} at the latest.`}
        >
          {words} The reservation ends at <At at={outcome.untilAt} /> at the latest.
        </Copyable>
      );
    }
    default:
      return <ReasonWords reason={describeOutcome(outcome)} />;
  }
}
