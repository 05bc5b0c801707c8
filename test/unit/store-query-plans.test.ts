import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BACKOFF,
  claimRequest,
  HOLD_MAX_MS,
  LEASE_MS,
  ME,
  NO_CAP,
  SESSION,
  SETTLED_AT,
  StoreBench,
} from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';

/** Tables that only grow. */
const GROWING = [
  ...['dispatch_tasks', 'dispatch_events', 'sessions', 'audit', 'approvals'],
  ...['runs', 'run_attempts'],
];
/** Keys that every row of an installation shares, or nearly so: to search by them alone is to read everything. */
const SHARED = /\(account_id=\?\)$/;

let bench: StoreBench<SqliteDatabaseUnderTest>;
const prepared = new Set<string>();
beforeEach(() => {
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql,
  ) {
    prepared.add(sql);
    return prepare.call(this, sql);
  } as typeof prepare);
  bench = new StoreBench(sqliteDatabase);
});
afterEach(() => {
  vi.restoreAllMocks();
  bench.remove();
});

describe('what a tick and a change of the board read', () => {
  it('does not grow with what has finished', async () => {
    const { tasks, approvals, sessions, board, events, runs } = bench.store;
    const { id } = await bench.queued('spawn');
    prepared.clear();
    await tasks.reclaimStale(ME, LEASE_MS, SETTLED_AT);
    await tasks.settleHeld(ME, SETTLED_AT);
    await tasks.shiftDeadlines(ME, 1, SETTLED_AT);
    await tasks.dueNow(ME, LEASE_MS, SETTLED_AT);
    await tasks.nextDueAt(ME, SETTLED_AT);
    await approvals.lapsed(ME, SETTLED_AT);
    await events.waiting(ME, 10);
    const claim = await tasks.claimNext(claimRequest(ME, SETTLED_AT, NO_CAP));
    if (claim === null) throw new Error('nothing was claimed');
    await tasks.claimNext({ ...claimRequest(), excludedIds: [id] });
    await tasks.markRunning(claim, SESSION, SETTLED_AT);
    await tasks.touch([claim], SETTLED_AT);
    await bench.ask(claim);
    await tasks.hold(id, ME, HOLD_MAX_MS, 'ann', SETTLED_AT);
    await tasks.fail(claim, { code: 'agent_hung', message: '', nextStep: '' }, BACKOFF, SETTLED_AT);
    const again = await tasks.claimNext(claimRequest(ME, SETTLED_AT + LEASE_MS));
    if (again !== null) await tasks.complete(again, 'done', SETTLED_AT);
    await tasks.cancel(id, ME, 'ann', SETTLED_AT);
    await sessions.setStateIfLive(SESSION.sessionId, 'idle');
    await sessions.endIfLive(SESSION.sessionId, SETTLED_AT);
    await board.changesSince(0, 10);
    await runs.open(ME);
    await runs.cardOf('run-1');
    await runs.find('run-1');
    await board.cardOf(id);

    const slow: string[] = [];
    for (const { sql, detail } of plansOfPrepared()) {
      const readsAll = GROWING.some(
        (table) => detail.startsWith(`SCAN ${table}`) && !/INDEX idx_approvals_open/.test(detail),
      );
      if (readsAll || (SHARED.test(detail) && /idx_dispatch_created/.test(detail))) {
        slow.push(`${detail}: ${sql.replaceAll(/\s+/g, ' ')}`);
      }
    }
    expect(slow).toEqual([]);
  });

  it('does not grow with what a conductor was told', async () => {
    const { events, sessions } = bench.store;
    await bench.inStatus('spawn', 'done');
    await bench.begunSession({ id: 'conductor', projectId: 'project-1', taskId: 'made-for' });
    await sessions.setStateIfLive('conductor', 'idle');
    await events.conduct('conductor', true, ME, SETTLED_AT);
    prepared.clear();
    expect(await events.waiting(ME, 1)).toHaveLength(1);
    const delivery = {
      taskId: 'delivery',
      sessionId: 'conductor',
      upTo: 1,
      prompt: '',
      failureLimit: 1,
    };
    expect(await events.deliverIfIdle(delivery, ME, SETTLED_AT)).toMatchObject({ eventCount: 1 });

    const looks = plansOfPrepared()
      .map(({ detail }) => detail)
      .filter((detail) => /(SEARCH|SCAN) dispatch_events/.test(detail));
    expect(looks).toHaveLength(4);
    for (const look of looks) expect(look).toContain('idx_events_waiting');
  });
});

/** How SQLite goes about each statement that was prepared since they were last forgotten. */
function plansOfPrepared(): readonly { readonly sql: string; readonly detail: string }[] {
  const database = new Database(bench.database.file);
  try {
    return [...prepared]
      .filter((sql) => /\b(SELECT|UPDATE|DELETE)\b/.test(sql) && !sql.startsWith('PRAGMA'))
      .flatMap((sql) => {
        const parameters = Object.fromEntries(
          [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name ?? '', '[]']),
        );
        const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(parameters);
        return (plan as { detail: string }[]).map(({ detail }) => ({ sql, detail }));
      });
  } finally {
    database.close();
  }
}
