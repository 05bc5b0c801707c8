import type { FieldProblem } from '../../../../shared/problems.ts';
import { LineField } from '../new-task/line-field.tsx';

interface NameFieldProps {
  readonly value: string;
  readonly placeholder: string;
  readonly problem: FieldProblem | undefined;
  readonly change: (name: string) => void;
}

/** What a new agent or profile is called; one that is there keeps its name. */
export function NameField(props: NameFieldProps) {
  return <LineField label="Name" explanation="What it is called here." {...props} />;
}

/** The daemon judges what a name may be made of. */
export function problemsOfName(name: string, taken: readonly string[]): FieldProblem[] {
  if (name.trim() === '') return [{ field: 'name', found: 'nothing', expected: 'a name' }];
  if (!taken.includes(name)) return [];
  return [{ field: 'name', found: `"${name}"`, expected: 'a name that is not taken yet' }];
}
