import type { Problem } from '../../../shared/problems.ts';
import { AgentText } from './agent-text.tsx';
import { CopyButton } from './copy-button.tsx';

/** Code, sentence and next step of a problem, to be copied as one. */
export function problemAsText({ code, message, nextStep }: Problem): string {
  return `${code}\n${message}\n${nextStep}`;
}

/** With its Copy button: whoever reports it has all of it. */
export function ProblemWords({ problem }: { problem: Problem }) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="break-words whitespace-pre-wrap text-failed-ink">
          <AgentText text={problem.message} />
        </p>
        <p className="text-ink-2">{problem.nextStep}</p>
        <p className="font-mono text-2xs text-ink-3">{problem.code}</p>
      </div>
      <CopyButton text={problemAsText(problem)} />
    </div>
  );
}
