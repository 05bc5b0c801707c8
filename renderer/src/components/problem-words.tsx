import type { Problem } from '../../../shared/problems.ts';
import { AgentText } from './agent-text.tsx';

/** Code, sentence and next step of a problem, to be copied as one. */
export function problemAsText({ code, message, nextStep }: Problem): string {
  return `${code}\n${message}\n${nextStep}`;
}

export function ProblemWords({ problem }: { problem: Problem }) {
  return (
    <div className="space-y-1">
      <p className="break-words whitespace-pre-wrap text-failed-ink">
        <AgentText text={problem.message} />
      </p>
      <p className="text-ink-2">{problem.nextStep}</p>
      <p className="font-mono text-2xs text-ink-3">{problem.code}</p>
    </div>
  );
}
