import { allowForRunMeaning } from '../../../../shared/answer-meanings.ts';
import type { RunCard } from '../../../../shared/runs.ts';
import { RunAnswerButtons } from '../../components/run-answer-buttons.tsx';
import { canBeAllowed } from '../../state/run-actions.ts';
import { QuestionInFull } from '../details/question-in-full.tsx';
import type { RunQuestionInFull } from './use-run-questions.ts';

interface RunOpenQuestionProps {
  readonly run: RunCard;
  readonly workFolder: string;
  readonly questions: readonly RunQuestionInFull[];
}

/** What a run waits for. There as soon as it is read in full: nothing is to be judged by the half of it. */
export function RunOpenQuestion({ run, workFolder, questions }: RunOpenQuestionProps) {
  const { question } = run;
  const approval = questions.find(({ approval }) => approval.id === question?.approvalId)?.approval;
  if (question === null || approval === undefined) return null;
  return (
    <QuestionInFull
      approval={approval}
      place={null}
      askedIn={{
        noun: 'run',
        workFolder,
        branch: run.branch,
        profile: run.profile,
        heldUntil: run.heldUntil,
      }}
      furtherMeanings={
        canBeAllowed(question.options)
          ? [{ name: 'Allow for this run', meaning: allowForRunMeaning(approval) }]
          : []
      }
    >
      <RunAnswerButtons
        approvalId={question.approvalId}
        options={question.options}
        subject={run.title}
        size="normal"
      />
    </QuestionInFull>
  );
}
