import type { FieldProblem } from '../../../../shared/problems.ts';
import { Field } from '../../components/field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly explanation: string;
  readonly problem: FieldProblem | undefined;
  readonly change: (text: string) => void;
}

/** The first field of a form: what the work is, in words. */
export function TextField({
  label,
  value,
  placeholder,
  explanation,
  problem,
  change,
}: TextFieldProps) {
  return (
    <Field label={label} problem={problem} explanation={explanation}>
      {(control) => (
        <textarea
          {...control}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type this.
          autoFocus
          rows={5}
          value={value}
          placeholder={placeholder}
          onChange={(event) => change(event.target.value)}
          className="field block max-h-64 min-h-24 resize-y py-1.5"
        />
      )}
    </Field>
  );
}
