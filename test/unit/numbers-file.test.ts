import { describe, expect, it } from 'vitest';
import { csvOf } from '../../shared/csv.ts';
import { type Numbers, numbersSchema } from '../../shared/numbers.ts';
import { numbersFileName, numbersText } from '../../shared/numbers-file.ts';
import { bucketsOf } from '../../shared/numbers-period.ts';
import { areEmpty, successShare } from '../../shared/settled-numbers.ts';

const NOTHING = {
  tasks: { done: 0, failed: 0, cancelled: 0 },
  runs: { passed: 0, failed: 0, stopped: 0 },
};

function numbers(change: Partial<Numbers> = {}): Numbers {
  const timeZone = 'Europe/Berlin';
  return {
    ...{ span: 'week', timeZone },
    buckets: bucketsOf('week', Date.parse('2026-11-28T23:30:00Z'), timeZone).map((period) => ({
      ...period,
      ...NOTHING,
      ...{ waitedMs: 0, workedMs: 0 },
    })),
    ...{ agents: [], costs: [], withoutCost: 0 },
    ...change,
  };
}

describe('CSV', () => {
  it('quotes what needs it, and ends its lines as RFC 4180 has it', () => {
    expect(
      csvOf(
        ['a', 'b'],
        [
          ['plain', 1.5],
          ['one, "two"', null],
          ['two\r\nlines', ''],
        ],
      ),
    ).toBe('a,b\r\nplain,1.5\r\n"one, ""two""",\r\n"two\r\nlines",\r\n');
  });

  it.each([
    ['=1+1', `'=1+1`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `'\t=1`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['a=1', 'a=1'],
  ])('does not let a spreadsheet run %j', (text, cell) => {
    expect(csvOf(['a'], [[text]])).toBe(`a\r\n${cell}\r\n`);
  });

  it('leaves numbers alone, also below nothing', () => {
    expect(csvOf(['a'], [[-1]])).toBe('a\r\n-1\r\n');
  });
});

describe('the file of the numbers', () => {
  it('is named by its span and the last day in it, by the calendar of who asked', () => {
    expect(numbersFileName(numbers(), 'csv')).toBe('fleetboard-numbers-week-2026-11-29.csv');
    expect(numbersFileName(numbers({ span: 'day' }), 'json')).toBe(
      'fleetboard-numbers-day-2026-11-29.json',
    );
  });

  it('as CSV has one header and every figure in a line', () => {
    const text = numbersText(
      numbers({
        agents: [
          {
            agent: '=cmd()',
            tasks: { done: 3, failed: 1, cancelled: 2 },
            runs: { passed: 4, failed: 5, stopped: 6 },
          },
        ],
        costs: [
          {
            projectId: 'p',
            projectName: '@gate, "north"',
            currency: 'USD',
            amount: 1.25,
            tasks: 2,
          },
        ],
        withoutCost: 7,
      }),
      'csv',
    );
    const lines = text.split('\r\n');
    expect(lines.filter((line) => line.startsWith('measure'))).toEqual([
      'measure,from,to,agent,project,currency,value',
    ]);
    expect(lines[1]).toBe('tasks_done,2026-11-23T00:00:00+01:00,2026-11-24T00:00:00+01:00,,,,0');
    const period = '2026-11-23T00:00:00+01:00,2026-11-30T00:00:00+01:00';
    expect(lines).toHaveLength(1 + 7 * 8 + 6 + 1 + 1 + 1);
    expect(lines).toContain(`runs_stopped,${period},'=cmd(),,,6`);
    expect(lines).toContain(`cost,${period},,"'@gate, ""north""",USD,1.25`);
    expect(lines).toContain(`tasks_without_cost,${period},,,,7`);
  });

  it('as JSON is what the daemon answers', () => {
    expect(numbersSchema.parse(JSON.parse(numbersText(numbers(), 'json')))).toEqual(numbers());
  });
});

describe('the share of success', () => {
  it('counts tasks and runs, and leaves out what was cancelled', () => {
    const runs = { passed: 1, failed: 1, stopped: 5 };
    expect(successShare({ tasks: { done: 2, failed: 0, cancelled: 9 }, runs })).toBe(0.75);
    expect(successShare(NOTHING)).toBeNull();
  });
});

describe('numbers', () => {
  it('are empty until something settled, also an attempt of a run that goes on', () => {
    const [first, ...rest] = numbers().buckets;
    if (first === undefined) throw new Error('there are no buckets');
    expect(areEmpty(numbers())).toBe(true);
    expect(areEmpty(numbers({ buckets: [{ ...first, workedMs: 1 }, ...rest] }))).toBe(false);
    expect(areEmpty(numbers({ withoutCost: 1 }))).toBe(false);
  });
});
