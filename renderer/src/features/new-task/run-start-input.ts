import type { FieldProblem } from '../../../../shared/problems.ts';
import type { RunStartInput } from '../../../../shared/runs.ts';
import type { RunDraft } from '../../state/run-draft.ts';

export type ReadDraft =
  | { readonly outcome: 'read'; readonly input: RunStartInput }
  | { readonly outcome: 'no_numbers'; readonly problems: readonly FieldProblem[] };

/** Turns what was typed into what the daemon is asked; only what is no number cannot even be asked. */
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
  if (problems.length > 0 || maxAttempts === null) return { outcome: 'no_numbers', problems };
  return {
    outcome: 'read',
    input: {
      goal: draft.goal,
      agent: draft.agent,
      profile: draft.profile,
      folder: draft.folder,
      base: draft.base.trim() === '' ? null : draft.base.trim(),
      check: draft.check,
      maxAttempts,
      maxMinutes,
      maxCost,
    },
  };
}

/** Null for an empty field; NaN for what is no number. `Number` alone would take `0x10` and `1e9` as well. */
function readNumber(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function problemOf(
  field: string,
  typed: string,
  value: number | null,
  expected: string,
): FieldProblem[] {
  return Number.isNaN(value) ? [{ field, found: `"${typed.trim().slice(0, 60)}"`, expected }] : [];
}
