import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS, ME, OTHER, SETTLED_AT, StoreBench } from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';

/** The statements of a program from before ownership and generations, as it would run them. */
let bench: StoreBench<SqliteDatabaseUnderTest>;
beforeEach(() => {
  bench = new StoreBench(sqliteDatabase);
});
afterEach(() => bench.remove());

const run = (sql: string, ...values: readonly (string | number)[]) =>
  bench.database
    .outside()
    .prepare(sql)
    .run(...values).changes;
const returned = (sql: string, ...values: readonly (string | number)[]) =>
  bench.database
    .outside()
    .prepare(sql)
    .all(...values);
const refusals = async () => (await bench.store.fleet.oldWriter())?.refusals ?? 0;

const CLAIM = `UPDATE dispatch_tasks SET status = 'claimed', claim_owner = ?, claimed_at = ?, updated_at = ?
               WHERE id = ? AND status = 'queued' RETURNING id`;
const RECLAIM = `UPDATE dispatch_tasks SET status = 'queued', attempts = attempts + 1, claim_owner = NULL, updated_at = ?
                 WHERE status IN ('claimed', 'running') AND (claim_owner IS NOT ? OR claimed_at < ?) RETURNING id`;
const COMPLETE = `UPDATE dispatch_tasks SET status = 'done', result_digest = 'old', updated_at = ? WHERE id = ?`;

describe('a program from before ownership', () => {
  it.each([
    ['claims', 'queued', (id: string) => returned(CLAIM, 'old-boot', 9, 9, id).length],
    ['reclaims', 'running', () => returned(RECLAIM, 9, 'old-boot', 9_999_999).length],
    ['completes', 'running', (id: string) => run(COMPLETE, 9, id)],
    [
      'touches',
      'running',
      (id: string) => run('UPDATE dispatch_tasks SET claimed_at = 9 WHERE id = ?', id),
    ],
    [
      'fails',
      'running',
      (id: string) =>
        run(`UPDATE dispatch_tasks SET attempts = attempts + 1, error = 'x' WHERE id = ?`, id),
    ],
    [
      'takes over',
      'queued',
      (id: string) => run('UPDATE dispatch_tasks SET owner_daemon = NULL WHERE id = ?', id),
    ],
    [
      'sets back the revision',
      'running',
      (id: string) => run('UPDATE dispatch_tasks SET revision = 0 WHERE id = ?', id),
    ],
    ['deletes', 'done', (id: string) => run('DELETE FROM dispatch_tasks WHERE id = ?', id)],
    [
      'replaces',
      'queued',
      (id: string) =>
        run(
          `INSERT OR REPLACE INTO dispatch_tasks (id, account_id, project_id, kind, prompt, status, created_at, updated_at)
           VALUES (?, 'local', 'project-1', 'spawn', 'Mine now', 'queued', 1, 1)`,
          id,
        ),
    ],
  ] as const)(
    '%s no row that a daemon owns: it sees that nothing changed',
    async (_what, status, write) => {
      const { id } = await bench.inStatus('spawn', status);
      const before = bench.database.tables();
      expect(write(id)).toBe(0);
      expect(bench.database.tables()).toEqual(before);
      expect(await refusals()).toBe(1);
    },
  );

  it('is refused row by row: what nobody owns changes in the same statement', async () => {
    const owned = await bench.running('spawn');
    const old = bench.unowned({ status: 'running', claim_owner: 'another-boot', claimed_at: 1 });
    expect(returned(RECLAIM, 9, 'old-boot', 9)).toEqual([{ id: old }]);
    expect(bench.row(old)).toMatchObject({ status: 'queued', attempts: 1 });
    expect(bench.row(owned.id)).toMatchObject({ status: 'running', attempts: 0 });
    expect(await refusals()).toBe(1);
  });

  it('goes on with what nobody owns until a current daemon has claimed it', async () => {
    const old = bench.unowned();
    expect(returned(CLAIM, 'old-boot', 9, 9, old)).toEqual([{ id: old }]);
    // A current daemon takes it once its lease has run out, and from then on it is fenced.
    await bench.store.tasks.reclaimStale(ME, LEASE_MS, LEASE_MS + 10);
    const claim = await bench.claim(old, ME, LEASE_MS + 20);
    expect(run(COMPLETE, 9, old)).toBe(0);
    expect(await bench.store.tasks.complete(claim, 'new', LEASE_MS + 30)).toMatchObject({
      outcome: 'settled',
    });
    expect(bench.row(old)).toMatchObject({ result_digest: 'new', owner_daemon: ME.owner });
  });

  it('writes what reaches the board: its new rows and its changes, each once', async () => {
    const before = await bench.store.board.currentRevision();
    const old = bench.unowned();
    const inserted = await bench.store.board.changesSince(before, 10);
    expect(inserted.cards.map(({ id, status }) => [id, status])).toEqual([[old, 'queued']]);
    returned(CLAIM, 'old-boot', 9, 9, old);
    const claimed = await bench.store.board.changesSince(inserted.revision, 10);
    expect(claimed.cards.map(({ id, status }) => [id, status])).toEqual([[old, 'claimed']]);
    expect((await bench.store.board.changesSince(claimed.revision, 10)).cards).toEqual([]);
  });

  it('is counted, with the first and the last time', async () => {
    const from = Date.now() - 1_000;
    const { id } = await bench.running('spawn');
    run(COMPLETE, 9, id);
    run(COMPLETE, 9, id);
    const oldWriter = await bench.store.fleet.oldWriter();
    expect(oldWriter).toMatchObject({ refusals: 2 });
    expect(oldWriter?.firstAt).toBeGreaterThan(from);
    expect(oldWriter?.lastAt).toBeGreaterThanOrEqual(
      oldWriter?.firstAt ?? Number.POSITIVE_INFINITY,
    );
    expect(oldWriter?.lastAt).toBeLessThan(from + 60_000);
  });
});

describe('current daemons', () => {
  it('are never taken for such a program, whatever they do', async () => {
    for (const by of [ME, OTHER]) {
      const { id } = await bench.running('attempt', {}, by);
      await bench.store.tasks.touch([{ id, generation: 1 }], SETTLED_AT);
      await bench.store.tasks.hold(id, by, 10, 'ann', SETTLED_AT);
      await bench.store.tasks.settleHeld(by, SETTLED_AT + 10);
    }
    for (const status of ['done', 'failed', 'blocked', 'cancelled'] as const) {
      const { id } = await bench.inStatus('spawn', status);
      await bench.store.tasks.dismiss(id, 'ann', SETTLED_AT);
    }
    expect(await refusals()).toBe(0);
  });
});
