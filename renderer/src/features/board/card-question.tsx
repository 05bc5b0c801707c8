import type { Card, OpenQuestion } from '../../../../shared/board.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { AnswerButtons } from '../../components/answer-buttons.tsx';
import { TaskOwnerTag } from '../../components/owner-tag.tsx';

/** What the agent asks, what it is about, and its own options: enough to answer from the board. */
export function CardQuestion({ card, question }: { card: Card; question: OpenQuestion }) {
  return (
    <div>
      <p className="flex items-center gap-2 text-xs">
        <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-awaiting-ink">
          <AgentText text={question.title} cut />
        </span>
        <TaskOwnerTag card={card} />
      </p>
      {question.subject !== '' && question.subject !== question.title && (
        <p dir="auto" className="truncate font-mono text-2xs text-ink-2">
          <AgentText text={question.subject} cut />
        </p>
      )}
      <div className="mt-1.5">
        <AnswerButtons
          approvalId={question.approvalId}
          options={question.options}
          subject={card.title}
          size="small"
        />
      </div>
    </div>
  );
}
