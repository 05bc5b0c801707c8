import type { FieldProblem } from '../../../shared/problems.ts';
import type { RunStartInput } from '../../../shared/runs.ts';
import { problemsOfPrompt, problemsOfStart, type StartChoices } from './start-validation.ts';

const MOST_ATTEMPTS = 100;
const MOST_MINUTES = 7 * 24 * 60;

/** Everything that is wrong with the input of a new run, by field. Empty: it can be started. */
export function problemsOfRun(input: RunStartInput, choices: StartChoices): FieldProblem[] {
  const { goal, agent, profile, folder, check, base } = input;
  const start = { kind: 'attempt', shape: 'ship', agent, profile, folder, prompt: goal } as const;
  return [
    ...problemsOfStart(start, choices).map((problem) =>
      problem.field === 'prompt' ? { ...problem, field: 'goal' } : problem,
    ),
    ...problemsOfPrompt(check).map((problem) => ({
      ...problem,
      field: 'check',
      expected: 'a command that succeeds once the goal is reached, such as "npm test"',
    })),
    ...(base === null || base.trim() !== ''
      ? []
      : [{ field: 'base', found: 'nothing', expected: 'the name of a branch' }]),
    ...problemsOfNumber('maxAttempts', input.maxAttempts, {
      isRight: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_ATTEMPTS,
      expected: `a whole number from 1 to ${MOST_ATTEMPTS}`,
    }),
    ...problemsOfNumber('maxMinutes', input.maxMinutes, {
      isRight: (value) => value > 0 && value <= MOST_MINUTES,
      expected: `more than 0 and at most ${MOST_MINUTES} minutes, or nothing`,
    }),
    ...problemsOfNumber('maxCost', input.maxCost, {
      isRight: (value) => value > 0 && Number.isFinite(value),
      expected: 'more than 0, in the currency that the agent reports, or nothing',
    }),
  ];
}

function problemsOfNumber(
  field: string,
  value: number | null,
  rule: { readonly isRight: (value: number) => boolean; readonly expected: string },
): FieldProblem[] {
  if (value === null || rule.isRight(value)) return [];
  return [{ field, found: String(value), expected: rule.expected }];
}
