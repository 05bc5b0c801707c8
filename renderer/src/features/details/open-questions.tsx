import type { Card } from '../../../../shared/board.ts';
import type { TaskDetails } from '../../../../shared/contract.ts';
import { AnswerButtons } from '../../components/answer-buttons.tsx';
import { QuestionInFull } from './question-in-full.tsx';

interface OpenQuestionsProps {
  readonly card: Card;
  readonly details: TaskDetails;
}

/** What a task waits for. */
export function OpenQuestions({ card, details }: OpenQuestionsProps) {
  const { folder, workFolder, branch, approvals } = details;
  return approvals
    .filter((approval) => approval.status === 'open')
    .map((approval) => (
      <QuestionInFull
        key={approval.id}
        approval={approval}
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
        />
      </QuestionInFull>
    ));
}
