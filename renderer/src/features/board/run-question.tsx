import type { OpenQuestion } from '../../../../shared/board.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { OwnerTag } from '../../components/owner-tag.tsx';
import { RunAnswerButtons } from '../../components/run-answer-buttons.tsx';

/** What the agent asks, what it is about, and the answers: enough to answer from the board. */
export function RunQuestion({ run, question }: { run: RunCard; question: OpenQuestion }) {
  return (
    <div>
      <p className="flex items-center gap-2 text-xs">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-awaiting-ink">
          <AgentText text={question.title} cut />
        </span>
        <OwnerTag owner={run.ownerDaemon} />
      </p>
      {question.subject !== '' && question.subject !== question.title && (
        <p dir="auto" className="truncate font-mono text-2xs text-ink-2">
          <AgentText text={question.subject} cut />
        </p>
      )}
      <div className="mt-1.5">
        <RunAnswerButtons
          approvalId={question.approvalId}
          options={question.options}
          subject={run.title}
          size="small"
        />
      </div>
    </div>
  );
}
