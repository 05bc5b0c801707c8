import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUESTION, StoreBench } from '../helpers/store-bench.ts';
import { type SqliteDatabaseUnderTest, sqliteDatabase } from '../helpers/store-database.ts';

let bench: StoreBench<SqliteDatabaseUnderTest>;
beforeEach(() => {
  bench = new StoreBench(sqliteDatabase);
});
afterEach(() => bench.remove());

const change = (table: string, id: string, set: string) => () =>
  bench.database.outside().exec(`UPDATE ${table} SET ${set} WHERE id = '${id}'`);
/** Past the fence against programs from before ownership, which would leave the row as it is. */
const advanced = (set: string) => `${set}, revision = (SELECT revision + 1 FROM board)`;

describe('rows that must not be are refused by the database itself', () => {
  it.each([
    ['an unknown status', 'spawn', `status = 'paused'`],
    ['an unknown kind', 'spawn', `kind = 'loop'`],
    ['held without held_until', 'attempt', `status = 'held'`],
    ['held_until without held', 'attempt', 'held_until = 9'],
    ['a held spawn', 'spawn', `status = 'held', held_until = 9`],
    ['a held send', 'send', `status = 'held', held_until = 9`],
    ['an owned row claimed by nobody', 'spawn', 'claim_owner = NULL'],
    ['an owned row claimed at no time', 'spawn', 'claimed_at = NULL'],
    ['a generation below 0', 'spawn', 'generation = -1'],
    ['a run of a spawn', 'spawn', `run_id = 'run'`],
    ['an attempt id of a send', 'send', `attempt_id = 'attempt'`],
    ['a kept result while running', 'attempt', `kept_result = '{}'`],
    ['dismissed while running', 'spawn', `dismissed_at = 9, dismissed_by = 'ann'`],
    ['dismissed by nobody', 'spawn', `status = 'done', dismissed_at = 9`],
    ['a spawn that tells a conductor', 'spawn', 'is_delivery = 1'],
    ['a delivery by halves', 'send', 'is_delivery = 2'],
    ['dismissed at no time', 'spawn', `status = 'done', dismissed_by = 'ann'`],
  ] as const)('%s', async (_what, kind, set) => {
    const { id } = await bench.running(kind);
    expect(change('dispatch_tasks', id, advanced(set))).toThrow('CHECK constraint failed');
  });

  it.each([
    ['an unknown state', `state = 'asleep'`],
    ['ended at no time', `state = 'ended'`],
    ['an end while it lives', 'ended_at = 9'],
    ['neither yes nor no', 'accepts_prompts = 2'],
  ])('a session: %s', async (_what, set) => {
    await bench.begunSession({ id: 'session' });
    expect(change('sessions', 'session', set)).toThrow('CHECK constraint failed');
  });

  it.each([
    ['an unknown status', `status = 'lost', closed_at = 9`],
    ['answered by nobody', `status = 'answered', option_id = 'allow', closed_at = 9`],
    ['answered with nothing', `status = 'answered', answered_by = 'ann', closed_at = 9`],
    ['closed at no time', `status = 'expired'`],
    ['open, but closed', 'closed_at = 9'],
    ['open, but answered', `option_id = 'allow', answered_by = 'ann'`],
  ])('a question: %s', async (_what, set) => {
    const approvalId = await bench.ask(await bench.running('spawn'), QUESTION);
    expect(change('approvals', approvalId, set)).toThrow('CHECK constraint failed');
  });

  it('a question of no task', async () => {
    const database = bench.database.outside();
    database.pragma('foreign_keys = ON');
    const approvalId = await bench.ask(await bench.running('spawn'), QUESTION);
    expect(change('approvals', approvalId, `task_id = 'nothing'`)).toThrow('FOREIGN KEY');
  });

  it('a second board', () => {
    expect(() => bench.database.outside().exec('INSERT INTO board VALUES (2, 0)')).toThrow('CHECK');
  });
});
