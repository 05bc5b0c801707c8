import type { ReactNode } from 'react';
import type { ApprovalOption } from '../../../shared/board.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { answerQuestion } from '../state/person-actions.ts';
import { ActionButton, type ButtonProps } from './button.tsx';

export interface AnswerButtonsProps {
  readonly approvalId: string;
  readonly options: readonly ApprovalOption[];
  /** The title of the task, for the words that say what came of it. */
  readonly subject: string;
  readonly size: NonNullable<ButtonProps['size']>;
  /** Answers that the agent did not offer, after its own. */
  readonly children?: ReactNode;
}

/** Exactly what the agent offered, in its order and its words. */
export function AnswerButtons({
  approvalId,
  options,
  subject,
  size,
  children,
}: AnswerButtonsProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <ActionButton
          key={option.optionId}
          size={size}
          className="h-auto! min-h-6 max-w-full py-0.75 text-left whitespace-normal!"
          data-option-kind={option.kind}
          act={() => answerQuestion(approvalId, option, subject)}
        >
          {visibleText(option.name)}
        </ActionButton>
      ))}
      {children}
    </div>
  );
}
