import { afterEach, expect, it, vi } from 'vitest';
import { LoopHome } from '../helpers/loop-home.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

vi.setConfig({ testTimeout: 240_000 });

const RUNS = 20;
const PARKED = 4;
const CAP = 2;

let home: LoopHome;
afterEach(async () => {
  await home.close();
  expect(workerProcessesOf(home.home)).toEqual([]);
});

it('twenty runs share two workers, and those that wait on a person take none', async () => {
  home = new LoopHome({ asking: ['ask'] }, { dispatch: { maxConcurrentWorkers: CAP } });
  const daemon = await home.daemon();
  const parked = await Promise.all(
    Array.from({ length: PARKED }, () => home.start(daemon, { agent: 'asking' })),
  );
  const others: string[] = [];
  for (let index = 0; index < RUNS - PARKED; index += 1) {
    others.push(
      await home.start(daemon, {
        goal: 'echo x >> tries; [ "$(wc -l < tries)" -lt 2 ] || echo fixed > result.txt',
      }),
    );
  }
  // Whatever the board says, it never shows more at work than there may be.
  let most = 0;
  await vi.waitFor(
    async () => {
      const { runs } = await daemon.call('board.changes', { since: 0 });
      const atWork = runs.flatMap(({ attempts }) =>
        attempts.filter(({ phase, state }) => phase === 'enqueued' && state === 'working'),
      );
      most = Math.max(most, atWork.length);
      const open = runs.filter(({ id, status }) => others.includes(id) && status === 'working');
      expect(open.map(({ title }) => title)).toEqual([]);
    },
    { timeout: 200_000, interval: 50 },
  );

  const { runs, cards } = await daemon.call('board.changes', { since: 0 });
  expect(cards).toEqual([]);
  expect(runs).toHaveLength(RUNS);
  for (const run of runs) {
    if (parked.includes(run.id)) {
      expect(run).toMatchObject({ status: 'working', state: 'awaiting' });
      expect(run.question).not.toBeNull();
    } else {
      expect(run).toMatchObject({ status: 'ended', endReason: 'passed', state: 'done' });
      expect(run.attempts.map(({ outcome }) => outcome)).toEqual(['check_failed', 'passed']);
    }
  }
  // Between the end of a task and its settling by the controller an attempt still shows as at work.
  expect(most).toBeGreaterThan(0);
  const workers = await tasksAtOnce();
  expect(workers).toBeLessThanOrEqual(CAP);

  for (const runId of parked) {
    const { card } = await home.details(daemon, runId);
    const approvalId = card.question?.approvalId ?? '';
    expect(await daemon.call('approval.answer', { approvalId, optionId: 'yes' })).toMatchObject({
      outcome: 'answered',
    });
  }
  for (const runId of parked) {
    expect((await home.ended(daemon, runId)).card.endReason).toBe('passed');
  }
});

/** The most tasks that the audit knows to have been at work at the same time, without those that were held. */
async function tasksAtOnce(): Promise<number> {
  const steps = home.rows<{ action: string; task_id: string }>(
    `SELECT action, task_id FROM audit
     WHERE action IN ('dispatch.claimed', 'dispatch.completed', 'dispatch.failed', 'dispatch.held') ORDER BY id`,
  );
  const atWork = new Set<string>();
  let most = 0;
  for (const { action, task_id: id } of steps) {
    if (action === 'dispatch.claimed') atWork.add(id);
    else atWork.delete(id);
    most = Math.max(most, atWork.size);
  }
  return most;
}
