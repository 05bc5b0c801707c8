import { allowForRun, canBeAllowed } from '../state/run-actions.ts';
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx';
import { CommandButton } from './command-button.tsx';

/** The agent's own answers, and the one that only a run has: yes, here and whenever it is asked again in this run. */
export function RunAnswerButtons(answers: AnswerButtonsProps) {
  const { approvalId, options, subject, size } = answers;
  return (
    <AnswerButtons {...answers}>
      {canBeAllowed(options) && (
        <CommandButton
          command="allow-for-run"
          size={size}
          title="Answers with yes, and writes a rule into this run that can be removed"
          className="h-auto! min-h-6 py-0.75"
          act={() => allowForRun(approvalId, subject)}
        >
          Allow for this run
        </CommandButton>
      )}
    </AnswerButtons>
  );
}
