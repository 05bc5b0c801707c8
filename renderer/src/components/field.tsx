import { type ReactNode, useId } from 'react';
import type { FieldProblem } from '../../../shared/problems.ts';
import { fieldProblemAsText } from '../state/reason.ts';
import { AgentText } from './agent-text.tsx';
import { CopyIconButton } from './copy-button.tsx';

/** What a control of a field needs to be tied to its label, its explanation and its problem. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly problem: FieldProblem | undefined;
  readonly explanation?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

export function Field({ label, problem, explanation, children }: FieldProps) {
  const id = useId();
  return (
    <div className="min-w-0 space-y-1">
      <label htmlFor={id} className="block text-xs font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-words ${id}-problem`,
        'aria-invalid': problem !== undefined,
      })}
      <FieldProblemWords id={`${id}-problem`} problem={problem} />
      <div id={`${id}-words`} className="text-xs text-ink-3">
        {explanation}
      </div>
    </div>
  );
}

/** What was found and what was expected, at the field that it is about. */
export function FieldProblemWords({
  id,
  problem,
}: {
  id: string;
  problem: FieldProblem | undefined;
}) {
  return (
    <div className="flex items-start gap-1 text-xs text-failed-ink has-[>:only-child:empty]:hidden">
      <p id={id} className="min-w-0 flex-1 break-words">
        {problem !== undefined && (
          <>
            Found <AgentText text={problem.found} />. Expected {problem.expected}.
          </>
        )}
      </p>
      {problem !== undefined && (
        <CopyIconButton
          what="problem"
          text={() => fieldProblemAsText(problem)}
          className="size-6! -my-1"
        />
      )}
    </div>
  );
}
