import type { FieldProblem } from '../../../../shared/problems.ts';
import { Field } from '../../components/field.tsx';

interface LineFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly explanation: string;
  readonly problem: FieldProblem | undefined;
  readonly change: (text: string) => void;
  /** What is typed is a command or a number. */
  readonly kind?: 'command' | 'number';
}

/** One line of text. Numbers are text as well: what is typed wrong stays there and is named. */
export function LineField({
  label,
  value,
  placeholder,
  explanation,
  problem,
  change,
  kind,
}: LineFieldProps) {
  return (
    <Field label={label} problem={problem} explanation={explanation}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          className={`field h-8 ${kind === 'command' ? 'font-mono text-xs' : ''}`}
        />
      )}
    </Field>
  );
}
