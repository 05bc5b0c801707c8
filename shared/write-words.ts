import { assertNever } from './assert-never.ts';
import type { SettingsWriteOutcome } from './settings.ts';

/** What came of a write, in words. */
export function describeWrite(outcome: SettingsWriteOutcome): string {
  switch (outcome.outcome) {
    case 'written':
      return 'Saved.';
    case 'invalid':
      return outcome.problems
        .map(({ field, found, expected }) => `${field}: found ${found}. Expected ${expected}.`)
        .join(' ');
    case 'changed_meanwhile':
      return 'The file was changed in the meantime, so nothing was written. Look at it and try again.';
    case 'unreadable_file':
    case 'not_written':
      return `${outcome.problem.message} ${outcome.problem.nextStep}`;
    default:
      return assertNever(outcome);
  }
}
