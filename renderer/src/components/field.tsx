import { type ReactNode, useId } from 'react';
import type { FieldProblem } from '../../../shared/problems.ts';
import { AgentText } from './agent-text.tsx';

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
    <p id={id} className="text-xs break-words text-failed-ink empty:hidden">
      {problem !== undefined && (
        <>
          Found <AgentText text={problem.found} />. Expected {problem.expected}.
        </>
      )}
    </p>
  );
}
