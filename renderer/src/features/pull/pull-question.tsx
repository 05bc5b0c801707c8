import { assertNever } from '../../../../shared/assert-never.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { ContinueQuestion } from './continue-question.tsx';
import { MergePullQuestion } from './merge-pull-question.tsx';
import { ReleaseQuestion } from './release-question.tsx';

interface PullQuestionProps {
  readonly kind: 'continue' | 'mergePull' | 'release';
  readonly run: RunCard;
}

/** What is asked before something is done to a run's pull request. */
export function PullQuestion({ kind, run }: PullQuestionProps) {
  const { pull } = run;
  if (pull === null) {
    return <p className="px-6 pt-2 pb-6 text-ink-3">The run has no pull request any more.</p>;
  }
  switch (kind) {
    case 'continue':
      return <ContinueQuestion run={run} pull={pull} />;
    case 'mergePull':
      return <MergePullQuestion run={run} pull={pull} />;
    case 'release':
      return <ReleaseQuestion run={run} pull={pull} />;
    default:
      return assertNever(kind);
  }
}
