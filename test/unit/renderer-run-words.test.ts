import { describe, expect, it } from 'vitest';
import {
  attemptCauseWords,
  attemptOutcomeWord,
  attemptWord,
  describeAttemptOutcome,
  describeCost,
  endReasonWord,
  runWord,
  workedMsOf,
} from '../../shared/run-words.ts';
import {
  attemptCauseSchema,
  attemptOutcomeSchema,
  type RunCard,
  runEndReasonSchema,
} from '../../shared/runs.ts';
import { attemptRow, runRow } from '../helpers/run-rows.ts';

describe('the words for runs', () => {
  it('have one of their own for each ending', () => {
    expect(runEndReasonSchema.options.map(endReasonWord)).toEqual([
      'Passed',
      'Exhausted',
      'Timed out',
      'Over budget',
      'Stalled',
      'Stopped by a person',
      'Failed to start',
    ]);
  });

  it('tell denied, expired, never ran and reclaimed apart', () => {
    const words = attemptOutcomeSchema.options.map(attemptOutcomeWord);
    expect(words).toEqual(
      expect.arrayContaining(['Denied', 'Expired', 'Never ran', 'Reclaimed', 'Cancelled']),
    );
    expect(new Set(words).size).toBe(words.length);
    const sentences = attemptOutcomeSchema.options.map(describeAttemptOutcome);
    expect(new Set(sentences).size).toBe(sentences.length);
    const causes = attemptCauseSchema.options.map(attemptCauseWords);
    expect(new Set(causes).size).toBe(causes.length);
  });

  it.each<[string, Partial<RunCard>]>([
    ['Working', {}],
    ['Awaiting answer', { state: 'awaiting' }],
    ['Held', { state: 'awaiting', heldUntil: 1 }],
    ['Stalled', { status: 'ended', endReason: 'stalled', state: 'failed' }],
    ['Merging', { status: 'merging' }],
    ['Merged', { status: 'merged', endReason: 'passed', mergedCommit: 'abc' }],
    ['Merged outside', { status: 'merged', endReason: 'passed' }],
    ['Discarded', { status: 'discarded', endReason: 'exhausted' }],
  ])('%s', (word, row) => {
    expect(runWord(runRow({ id: 'a', ...row }))).toBe(word);
  });

  it.each([
    ['Planned', { phase: 'planned', state: 'queued' }],
    ['Queued', { state: 'queued' }],
    ['Awaiting answer', { state: 'awaiting' }],
    ['Checking', { phase: 'settled', state: 'working' }],
    ['Denied', { phase: 'decided', outcome: 'denied' }],
  ] as const)('an attempt: %s', (word, row) => {
    expect(attemptWord(attemptRow({ ordinal: 1, ...row }))).toBe(word);
  });

  it('leave parked time out of the work', () => {
    const attempt = attemptRow({ ordinal: 1, startedAt: 1_000, parkedMs: 300 });
    expect(workedMsOf(attempt, 2_000)).toBe(700);
    expect(workedMsOf({ ...attempt, settledAt: 1_500 }, 9_000)).toBe(200);
    expect(workedMsOf({ ...attempt, startedAt: null }, 9_000)).toBe(0);
  });

  it('give a cost with its currency', () => {
    expect(describeCost({ amount: 1.239, currency: 'USD' })).toBe('1.24 USD');
  });
});
