import type { FieldProblem } from '../../../../shared/problems.ts';
import type { RunStartInput } from '../../../../shared/runs.ts';
import type { RunDraft } from '../../state/run-draft.ts';

/** Refused by the daemon as any limit: in place of what is no number, so that all that is wrong is told at once. */
const NO_NUMBER = -1;

export interface ReadDraft {
  readonly input: RunStartInput;
  /** What is no number, which cannot even be asked. */
  readonly problems: readonly FieldProblem[];
}

/** Turns what was typed into what the daemon is asked. With problems it is certain to be refused. */
export function readRunDraft(draft: RunDraft): ReadDraft {
  const maxAttempts = readNumber(draft.maxAttempts);
  const maxMinutes = readNumber(draft.maxMinutes);
  const maxCost = readNumber(draft.maxCost);
  const problems = [
    ...problemOf('maxAttempts', draft.maxAttempts, maxAttempts, 'a number of attempts, such as 5'),
    ...problemOf('maxMinutes', draft.maxMinutes, maxMinutes, 'a number of minutes, such as 60'),
    ...problemOf('maxCost', draft.maxCost, maxCost, 'an amount, such as 2.50'),
  ];
  if (maxAttempts === null) {
    problems.push({
      field: 'maxAttempts',
      found: 'nothing',
      expected: 'a number of attempts, such as 5',
    });
  }
  return {
    problems,
    input: {
      goal: draft.goal,
      agent: draft.agent,
      profile: draft.profile,
      folder: draft.folder,
      base: draft.base.trim() === '' ? null : draft.base.trim(),
      check: draft.check,
      maxAttempts: maxAttempts === null ? NO_NUMBER : askable(maxAttempts),
      maxMinutes: askable(maxMinutes),
      maxCost: askable(maxCost),
    },
  };
}

/** Null for an empty field; NaN for what is no number. `Number` alone would take `0x10` and `1e9` as well. */
function readNumber(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function askable<Value extends number | null>(value: Value): Value | typeof NO_NUMBER {
  return Number.isNaN(value) ? NO_NUMBER : value;
}

function problemOf(
  field: string,
  typed: string,
  value: number | null,
  expected: string,
): FieldProblem[] {
  return Number.isNaN(value) ? [{ field, found: `"${typed.trim().slice(0, 60)}"`, expected }] : [];
}
