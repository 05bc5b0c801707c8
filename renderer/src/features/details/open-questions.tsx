import type { Card } from '../../../../shared/board.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { AnswerButtons } from '../../components/answer-buttons.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { QuestionInFull } from './question-in-full.tsx';

interface OpenQuestionsProps {
  readonly card: Card;
  readonly details: TaskDetails;
}

/** What a task waits for. */
export function OpenQuestions({ card, details }: OpenQuestionsProps) {
  const { folder, workFolder, branch, approvals } = details;
  const open = approvals.filter((approval) => approval.status === 'open');
  const questions = open.map((approval, index) => (
    <QuestionInFull
      key={approval.id}
      approval={approval}
      place={open.length === 1 ? null : `${index + 1} of ${open.length}`}
      askedIn={{
        noun: card.runId === null ? 'task' : 'run',
        workFolder: workFolder ?? folder,
        branch,
        profile: card.profile,
        heldUntil: card.heldUntil,
      }}
    >
      <AnswerButtons
        approvalId={approval.id}
        options={approval.options}
        subject={card.title}
        size="normal"
        hasKeys={approval.id === card.question?.approvalId}
      />
    </QuestionInFull>
  ));
  if (open.length <= 1) return questions;
  // However many an agent asks at once, the rest of the details stays in reach.
  return (
    <Scrollable label={`${open.length} open questions`} className="max-h-[50%] shrink-0">
      {questions}
    </Scrollable>
  );
}
