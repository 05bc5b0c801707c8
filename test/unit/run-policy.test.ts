import { describe, expect, it } from 'vitest';
import {
  type JudgedAttempt,
  MAX_INFRASTRUCTURE_FAILURES,
  nextStep,
  type RunSoFar,
} from '../../electron/daemon/loops/policy.ts';
import { workError } from '../../shared/work-errors.ts';

const failed = (failure = 'one', tree: string | null = 'a'): JudgedAttempt => ({
  outcome: 'check_failed',
  failure,
  tree,
});
const ended = (outcome: JudgedAttempt['outcome']): JudgedAttempt => ({
  outcome,
  failure: null,
  tree: 'a',
});

const after = (last: JudgedAttempt, run: Partial<RunSoFar> = {}) =>
  nextStep({
    limits: { maxAttempts: 3, maxMs: 60_000, maxCost: 5 },
    earlier: [],
    last,
    error: null,
    isRetryable: true,
    workedMs: 1_000,
    cost: 1,
    stoppedBy: null,
    backoffMs: 100,
    ...run,
  });
const reasonOf = (...parameters: Parameters<typeof after>) => {
  const step = after(...parameters);
  return step.step === 'end' ? step.reason : step.because;
};

describe('what follows from an attempt', () => {
  it('that passed: the end, whatever limit is reached and whoever stopped it', () => {
    const all = { workedMs: 60_000, cost: 5, stoppedBy: 'Ada' };
    expect(after(ended('passed'))).toMatchObject({ step: 'end', reason: 'passed' });
    expect(reasonOf(ended('passed'), all)).toBe('passed');
  });

  it('whose check failed: another one at once, up to the limit', () => {
    expect(after(failed())).toEqual({ step: 'attempt', because: 'check_failure', delayMs: 0 });
    expect(reasonOf(failed('b', 'b'), { earlier: [failed('a', 'a')] })).toBe('check_failure');
    expect(reasonOf(failed('c', 'c'), { earlier: [failed('a', 'a'), failed('b', 'b')] })).toBe(
      'exhausted',
    );
  });

  it.each([
    ['the same failure on the same files', failed('one', 'a'), 'stalled'],
    ['another failure on the same files', failed('two', 'a'), 'check_failure'],
    ['the same failure on other files', failed('one', 'b'), 'check_failure'],
  ])('whose check failed twice: %s', (_what, last, reason) => {
    expect(reasonOf(last, { earlier: [failed('one', 'a')] })).toBe(reason);
  });

  it('is not taken for stalled where nobody knows what the files held', () => {
    expect(reasonOf(failed('one', null), { earlier: [failed('one', null)] })).toBe('check_failure');
  });

  it('compares with the last check that failed, also before failures of another kind', () => {
    expect(
      reasonOf(failed('one', 'a'), { earlier: [failed('one', 'a'), ended('reclaimed')] }),
    ).toBe('stalled');
  });

  it('whose agent failed: another one, which counts', () => {
    expect(after(ended('agent_failed'))).toMatchObject({ because: 'agent_failure', delayMs: 0 });
    expect(
      reasonOf(ended('agent_failed'), { earlier: [ended('agent_failed'), ended('agent_failed')] }),
    ).toBe('exhausted');
  });

  it('that a person denied something: as a check that failed', () => {
    const denied = { ...failed(), outcome: 'denied' } as const;
    expect(reasonOf(denied)).toBe('check_failure');
    expect(reasonOf(denied, { earlier: [denied] })).toBe('stalled');
  });

  it.each(['never_ran', 'reclaimed', 'expired'] as const)(
    'that was %s: another one after a longer wait each time, and an end after some in a row',
    (outcome) => {
      const waits = [0, 1].map((count) =>
        after(ended(outcome), { earlier: Array.from({ length: count }, () => ended(outcome)) }),
      );
      expect(waits).toEqual([
        { step: 'attempt', because: 'infrastructure', delayMs: 100 },
        { step: 'attempt', because: 'infrastructure', delayMs: 200 },
      ]);
      const many = Array.from({ length: MAX_INFRASTRUCTURE_FAILURES - 1 }, () => ended(outcome));
      expect(reasonOf(ended(outcome), { earlier: many })).toBe('failed_to_start');
    },
  );

  it('does not count as one of the allowed when it was not the agent that failed', () => {
    const earlier = [ended('reclaimed'), failed('a', 'a'), ended('expired'), ended('never_ran')];
    expect(reasonOf(failed('b', 'b'), { earlier })).toBe('check_failure');
    expect(after(ended('reclaimed'), { earlier: [ended('reclaimed'), failed()] })).toMatchObject({
      delayMs: 100,
    });
  });

  it('that can never start: an end that says why', () => {
    const error = workError('agent_not_found', 'The command "nope" was not found.');
    expect(after(ended('never_ran'), { error, isRetryable: false })).toEqual({
      step: 'end',
      reason: 'failed_to_start',
      detail: 'The agent could not start. The command "nope" was not found.',
    });
  });

  it.each([
    ['time', { workedMs: 60_000 }, 'timed_out'],
    ['cost', { cost: 5 }, 'over_budget'],
  ])('ends at the limit of %s', (_what, spent, reason) => {
    expect(reasonOf(failed(), spent)).toBe(reason);
    expect(reasonOf(ended('cancelled'), spent)).toBe(reason);
  });

  it('goes on where a limit is not set, or its cost is not known', () => {
    const limits = { maxAttempts: 3, maxMs: null, maxCost: null };
    expect(reasonOf(failed(), { limits, workedMs: 1e9, cost: 1e9 })).toBe('check_failure');
    expect(reasonOf(failed(), { cost: null })).toBe('check_failure');
  });

  it('ends as stopped when a person stopped the run or cancelled the attempt', () => {
    expect(after(failed(), { stoppedBy: 'Ada' })).toEqual({
      step: 'end',
      reason: 'stopped',
      detail: 'Stopped by Ada.',
    });
    expect(reasonOf(ended('cancelled'))).toBe('stopped');
  });
});
