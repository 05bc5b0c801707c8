import { describe, expect, it } from 'vitest';
import { answerWords } from '../../shared/answer-words.ts';
import type { ApprovalOption } from '../../shared/board.ts';

const words = (kind: ApprovalOption['kind'], name: string) =>
  answerWords({ optionId: 'x', kind, name });

describe('the words on a button for an answer', () => {
  it.each<[ApprovalOption['kind'], string]>([
    ['allow_once', 'Yes'],
    ['allow_once', 'Yes, once'],
    ['allow_once', 'Approve'],
    ['allow_once', 'Once'],
    ['allow_once', 'Proceed anyway'],
    ['allow_always', 'Yes, always'],
    ['allow_always', 'Always Allow'],
    ['allow_always', 'Yes, and don’t ask again for npm test'],
    ['allow_always', 'Approve for session'],
    ['reject_once', 'No'],
    ['reject_once', 'No, and tell it what to do instead'],
    ['reject_once', "Don't allow"],
    ['reject_once', 'Cancel'],
    ['reject_always', 'Never'],
    ['reject_always', 'Always reject'],
  ])('are the name of the agent where a %s is named "%s"', (kind, name) => {
    expect(words(kind, name)).toBe(name);
  });

  it.each<[ApprovalOption['kind'], string, string]>([
    ['allow_once', 'Reject', 'Allow once: “Reject”'],
    ['allow_once', 'No, do not run this', 'Allow once: “No, do not run this”'],
    ['allow_once', "Don't allow", "Allow once: “Don't allow”"],
    ['allow_once', 'Always allow', 'Allow once: “Always allow”'],
    ['allow_always', 'Allow', 'Allow always: “Allow”'],
    ['reject_once', 'Approve', 'Reject: “Approve”'],
    ['reject_always', 'No', 'Reject always: “No”'],
    ['allow_once', 'はい', 'Allow once: “はい”'],
    ['allow_once', 'Details', 'Allow once: “Details”'],
    ['allow_once', '', 'Allow once'],
    ['reject_once', ' \n\t', 'Reject'],
    ['allow_once', 'x\u202etcejeR', 'Allow once: “x⟨U+202E⟩tcejeR”'],
  ])('say what a %s named "%s" does: %s', (kind, name, shown) => {
    expect(words(kind, name)).toBe(shown);
  });

  it('are never longer than one can read', () => {
    const name = `Allow ${'or reject '.repeat(50)}`;
    expect([...words('allow_once', name)].length).toBeLessThan(100);
    expect(words('allow_once', name)).toMatch(/^Allow once: “Allow or reject/);
  });
});
