import { useId } from 'react';
import type { FieldProblem } from '../../../shared/problems.ts';
import { FieldProblemWords } from './field.tsx';

interface RadioChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly name: string;
    readonly words: string;
  }[];
  readonly problem: FieldProblem | undefined;
  readonly choose: (value: Value) => void;
}

/** A few options, each explained in a line. */
export function RadioChoice<Value extends string>({
  label,
  value,
  options,
  problem,
  choose,
}: RadioChoiceProps<Value>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-problem`}
      aria-invalid={problem !== undefined}
      className="min-w-0 space-y-1"
    >
      <p id={`${id}-label`} className="text-xs font-medium text-ink-2">
        {label}
      </p>
      {options.map((option) => (
        <div key={option.value} className="relative flex gap-2 py-0.5">
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-describedby={`${id}-${option.value}-words`}
            onChange={() => choose(option.value)}
            className="radio relative z-1 mt-0.75"
          />
          <div className="min-w-0">
            <label htmlFor={`${id}-${option.value}`} className="after:absolute after:inset-0">
              {option.name}
            </label>
            <p id={`${id}-${option.value}-words`} className="text-xs text-ink-3">
              {option.words}
            </p>
          </div>
        </div>
      ))}
      <FieldProblemWords id={`${id}-problem`} problem={problem} />
    </div>
  );
}
