import { allowForRun } from '../state/run-actions.ts';
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx';
import { ActionButton } from './button.tsx';

/** The agent's own answers, and the one that only a run has: yes, here and whenever it is asked again in this run. */
export function RunAnswerButtons(answers: AnswerButtonsProps) {
  const { approvalId, options, subject, size } = answers;
  const canBeAllowed = options.some(({ kind }) => kind === 'allow_once' || kind === 'allow_always');
  return (
    <AnswerButtons {...answers}>
      {canBeAllowed && (
        <ActionButton
          size={size}
          title="Answers with yes, and writes a rule into this run that can be removed"
          className="h-auto! min-h-6 py-0.75"
          act={() => allowForRun(approvalId, subject)}
        >
          Allow for this run
        </ActionButton>
      )}
    </AnswerButtons>
  );
}
