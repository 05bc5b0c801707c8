import { describe, expect, it } from 'vitest';
import {
  answerAfter,
  type NumbersAnswer,
} from '../../renderer/src/features/numbers/use-numbers.ts';

describe('figures that are read again', () => {
  const figures: NumbersAnswer = {
    result: {
      ok: true,
      value: { span: 'day', timeZone: 'UTC', buckets: [], agents: [], costs: [], withoutCost: 0 },
    },
    of: 'day now',
    tookMs: 1,
  };
  const problem = (code: string): NumbersAnswer => ({
    result: { ok: false, problem: { code, message: 'It failed.', nextStep: 'Try again.' } },
    of: 'day now',
    tookMs: 1,
  });

  it('stay while the connection is lost, unless they are of another time', () => {
    const lost = problem('connection_lost');
    expect(answerAfter(figures, lost)).toBe(figures);
    expect(answerAfter({ ...figures, of: 'month now' }, lost)).toBe(lost);
    expect(answerAfter(null, lost)).toBe(lost);
  });

  it('give way to what the daemon itself answers', () => {
    const refused = problem('store_trouble');
    expect(answerAfter(figures, refused)).toBe(refused);
    expect(answerAfter(refused, figures)).toBe(figures);
  });
});
