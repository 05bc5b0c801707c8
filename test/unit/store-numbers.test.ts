import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLICE_ROWS } from '../../electron/daemon/store/numbers/read-back.ts';
import { waitedOnAnswers } from '../../electron/daemon/store/numbers/waited-on-answers.ts';
import { addEndedRun, addSettled } from '../helpers/numbers-rows.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';

const DAY_MS = 86_400_000;
const UNTIL = Date.parse('2026-11-29T12:00:00Z');
/** Well before the week that is read. */
const LONG_AGO = UNTIL - 100 * DAY_MS;

let database: SqliteDatabaseUnderTest;
beforeEach(() => {
  database = sqliteDatabase();
});
afterEach(() => {
  vi.restoreAllMocks();
  database.remove();
});

const week = () =>
  database.open().numbers.read({ span: 'week', until: UNTIL, timeZone: 'Europe/Berlin' });

function settle(count: number, settledAt: number): void {
  const outside = database.outside();
  outside.transaction(() => {
    for (let index = 0; index < count; index++) {
      addSettled(outside, { id: `${settledAt}/${index}`, startedAt: settledAt - 1_000, settledAt });
    }
  })();
}

/** How many rows each statement reads from now on. */
function watchReads(): { readonly sql: string; readonly rows: number }[] {
  const reads: { sql: string; rows: number }[] = [];
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql,
  ) {
    const statement = prepare.call(this, sql);
    const all = statement.all.bind(statement);
    statement.all = (given: Record<string, unknown>) => {
      const rows = all(given);
      reads.push({ sql, rows: rows.length });
      return rows;
    };
    return statement;
  } as typeof prepare);
  return reads;
}

describe('reading the numbers of many tasks', () => {
  it('takes slices, and lets everything else run between any two', async () => {
    settle(10 * SLICE_ROWS, UNTIL - DAY_MS);
    const reads = watchReads();
    let isReading = true;
    let turns = 0;
    const countTurns = () => {
      turns += 1;
      if (isReading) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const numbers = await week();
    isReading = false;
    expect(numbers.agents).toMatchObject([{ agent: 'claude', tasks: { done: 10 * SLICE_ROWS } }]);
    expect(Math.max(...reads.map(({ rows }) => rows))).toBe(SLICE_ROWS);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('ends where the period began, however much was finished before it', async () => {
    settle(20 * SLICE_ROWS, LONG_AGO);
    settle(SLICE_ROWS / 2, UNTIL - DAY_MS);
    const reads = watchReads();
    const numbers = await week();
    expect(numbers.agents).toMatchObject([{ tasks: { done: SLICE_ROWS / 2 } }]);
    const rows = reads.reduce((sum, read) => sum + read.rows, 0);
    expect(rows).toBeLessThanOrEqual(2 * SLICE_ROWS);
  });

  it('goes on behind rows that a clock set back has dated before the period', async () => {
    settle(SLICE_ROWS, UNTIL - DAY_MS);
    settle(SLICE_ROWS - 1, LONG_AGO);
    settle(1, UNTIL - 2 * DAY_MS);
    const { agents } = await week();
    expect(agents).toMatchObject([{ tasks: { done: SLICE_ROWS + 1 } }]);
  });

  it('finds every row by an index, in the order in which it is read', async () => {
    addEndedRun(database.outside(), {
      ...{ id: 'run', endedAt: UNTIL - DAY_MS },
      attempts: [{ startedAt: UNTIL - DAY_MS - 1_000, settledAt: UNTIL - DAY_MS }],
    });
    const reads = watchReads();
    await week();
    const plans = reads.map(({ sql }) => {
      const parameters = Object.fromEntries(
        [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, '[]']),
      );
      const plan = database.outside().prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters);
      return (plan as { detail: string }[]).map(({ detail }) => detail);
    });
    expect(plans).toEqual([
      [
        'SEARCH task USING INDEX idx_dispatch_revision (revision<?)',
        expect.stringMatching(
          /^SEARCH attempt USING INDEX sqlite_autoindex_run_attempts_1 \(task_id=\?\)/,
        ),
      ],
      [
        'SEARCH approvals USING INDEX idx_approvals_task (task_id=?)',
        expect.stringContaining('LIST SUBQUERY'),
        expect.stringContaining('SCAN json_each'),
      ],
      [
        'SEARCH task_costs USING PRIMARY KEY (task_id=?)',
        expect.stringContaining('LIST SUBQUERY'),
        expect.stringContaining('SCAN json_each'),
      ],
      ['SEARCH runs USING INDEX idx_runs_revision (revision<?)'],
      [expect.stringMatching(/^SEARCH projects USING INDEX .*\(account_id=\?\)/)],
    ]);
  });
});

describe('the time that questions were open', () => {
  const question = (askedAt: number, closedAt: number) => ({ askedAt, closedAt });

  it.each([
    ['none', [], 0],
    ['one after the other', [question(30, 40), question(10, 20)], 20],
    ['at once', [question(10, 30), question(20, 40)], 30],
    ['one within another', [question(10, 40), question(20, 30)], 30],
    ['from before the start and beyond the end', [question(-5, 10), question(90, 120)], 20],
    ['closed before they were asked, by a clock set back', [question(50, 20)], 0],
  ])('%s', (_what, questions, waitedMs) => {
    expect(waitedOnAnswers(questions, 0, 100)).toBe(waitedMs);
  });
});
