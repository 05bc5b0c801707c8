import type { Problem } from '../../../../shared/problems.ts';
import type { MergeRefusal } from '../../../../shared/review.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { problemAsText } from '../../components/problem-words.tsx';

/** What happened and what to do. The code that a report would need is in what is copied. */
export function PlainProblem({ problem }: { problem: Problem }) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="break-words text-failed-ink">
          <AgentText text={problem.message} />
        </p>
        <p className="text-ink-2">
          <AgentText text={problem.nextStep} />
        </p>
      </div>
      <CopyButton text={problemAsText(problem)} />
    </div>
  );
}

/** Why it cannot be merged as it stands, with what is in the way. */
export function MergeRefusalWords({ refusal }: { refusal: MergeRefusal }) {
  return (
    <>
      <PlainProblem problem={refusal} />
      {refusal.files.length > 0 && (
        <ul aria-label="Files" className="max-h-40 overflow-y-auto rounded-md bg-sunk px-3 py-2">
          {refusal.files.map((file) => (
            <li key={file} className="font-mono text-xs break-all">
              <AgentText text={file} />
            </li>
          ))}
        </ul>
      )}
      {refusal.folder !== null && (
        <p className="font-mono text-xs break-all text-ink-2">
          <AgentText text={refusal.folder} />
        </p>
      )}
      {refusal.output !== null && refusal.output.trim() !== '' && (
        <pre className="max-h-40 overflow-auto rounded-md bg-sunk px-3 py-2 font-mono text-xs whitespace-pre-wrap">
          <AgentText text={refusal.output} />
        </pre>
      )}
    </>
  );
}
