import type { Problem } from '../../../shared/problems.ts';
import { problemAsText } from '../state/reason.ts';
import { AgentText } from './agent-text.tsx';
import { Copyable } from './copyable.tsx';

/** A problem with its code. */
export function ProblemWords({ problem }: { problem: Problem }) {
  return (
    <Copyable text={problemAsText(problem)} className="space-y-1">
      <p className="whitespace-pre-wrap text-failed-ink">
        <AgentText text={problem.message} />
      </p>
      <p className="text-ink-2">{problem.nextStep}</p>
      <p className="font-mono text-2xs text-ink-3">{problem.code}</p>
    </Copyable>
  );
}
