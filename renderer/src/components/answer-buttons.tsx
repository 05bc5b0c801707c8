import type { ReactNode } from 'react';
import { answerMeaning } from '../../../shared/answer-meanings.ts';
import { answerWords } from '../../../shared/answer-words.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type { ApprovalOption } from '../../../shared/board.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import type { CommandId } from '../state/keys/commands.ts';
import { answerQuestion } from '../state/person-actions.ts';
import type { ButtonProps } from './button.tsx';
import { CommandButton } from './command-button.tsx';

export interface AnswerButtonsProps {
  readonly approvalId: string;
  readonly options: readonly ApprovalOption[];
  /** The title of the task, for the words that say what came of it. */
  readonly subject: string;
  readonly size: NonNullable<ButtonProps['size']>;
  /** False for one of several questions that the keys do not answer. */
  readonly hasKeys?: boolean;
  /** Answers that the agent did not offer, after its own. */
  readonly children?: ReactNode;
}

/** However many an agent offers, what they are about stays in view. */
const MOST_AT_ONCE = 12;

/** Exactly what the agent offered, in its order, and in its words where they say what the answer does. */
export function AnswerButtons({
  approvalId,
  options,
  subject,
  size,
  hasKeys = true,
  children,
}: AnswerButtonsProps) {
  return (
    <div
      className={`flex flex-wrap gap-1.5 ${options.length > MOST_AT_ONCE ? 'max-h-40 overflow-y-auto pt-2 pe-2' : ''}`}
    >
      {options.map((option) => (
        <CommandButton
          key={option.optionId}
          size={size}
          className="answer h-auto! min-h-6 max-w-full py-0.75 text-start whitespace-normal!"
          data-option-kind={option.kind}
          title={hintOf(option)}
          command={hasKeys ? keyOf(option, options) : null}
          act={() => answerQuestion(approvalId, option, subject)}
        >
          <bdi>{answerWords(option)}</bdi>
        </CommandButton>
      ))}
      {children}
    </div>
  );
}

/** What the answer does, after the whole of a name that is too long for its button. */
function hintOf(option: ApprovalOption): string {
  const meaning = answerMeaning(option.kind);
  return answerWords(option).includes('…') ? `${visibleText(option.name)}: ${meaning}` : meaning;
}

/** A key gives the first answer of its kind: the yes and the no that are for this once. */
function keyOf(option: ApprovalOption, options: readonly ApprovalOption[]): CommandId | null {
  if (options.find(({ kind }) => kind === option.kind) !== option) return null;
  switch (option.kind) {
    case 'allow_once':
      return 'approve';
    case 'reject_once':
      return 'reject';
    case 'allow_always':
    case 'reject_always':
      return null;
    default:
      return assertNever(option.kind);
  }
}
