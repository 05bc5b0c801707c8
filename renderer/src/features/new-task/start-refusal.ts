import type { FieldProblem } from '../../../../shared/problems.ts';
import type { Reason } from '../../state/reason.ts';

export interface StartRefusal {
  readonly fields: readonly FieldProblem[];
  /** What is about no single field. */
  readonly words: Reason | null;
}

export function problemAt(refusal: StartRefusal, field: string): FieldProblem | undefined {
  return refusal.fields.find((problem) => problem.field === field);
}
