import type { FieldProblem } from '../../../../shared/problems.ts';
import { Field } from '../../components/field.tsx';

interface LinesFieldProps {
  readonly label: string;
  readonly value: string;
  readonly explanation: string;
  readonly problem: FieldProblem | undefined;
  readonly change: (text: string) => void;
}

/** A list of texts, one per line. */
export function LinesField({ label, value, explanation, problem, change }: LinesFieldProps) {
  return (
    <Field label={label} problem={problem} explanation={explanation}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          className="field block resize-y py-1 font-mono text-xs"
        />
      )}
    </Field>
  );
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
