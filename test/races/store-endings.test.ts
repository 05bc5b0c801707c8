import { describe, expect } from 'vitest';
import {
  BACKOFF,
  CLAIMED_AT,
  claimRequest,
  FINAL,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  SESSION,
  type StoreBench,
} from '../helpers/store-bench.ts';
import { type Contest, describeContest } from '../helpers/store-contest.ts';

const NOW = 6_000;
const EXPIRED = CLAIMED_AT + LEASE_MS;

const onlyRow = (bench: StoreBench) => bench.database.tables().tasks[0];

const contests: readonly Contest[] = [
  {
    name: 'two daemons claim a row that nobody owns',
    async prepare(bench) {
      bench.unowned({ id: 'task' });
      return [
        (store) => store.tasks.claimNext(claimRequest(ME)),
        (store) => store.tasks.claimNext(claimRequest(OTHER)),
      ];
    },
    firstWins: ['task claimed 1', null],
    secondWins: [null, 'task claimed 1'],
    after: (bench) => expect(onlyRow(bench)?.generation).toBe(1),
  },
  {
    name: 'two connections of one daemon claim its row',
    async prepare(bench) {
      await bench.queued('spawn', { id: 'task' });
      return [
        (store) => store.tasks.claimNext(claimRequest(ME)),
        (store) => store.tasks.claimNext(claimRequest(ME_RESTARTED)),
      ];
    },
    firstWins: ['task claimed 1', null],
    secondWins: [null, 'task claimed 1'],
  },
  {
    name: 'two claims compete for the last free worker',
    async prepare(bench) {
      await bench.running('spawn', { id: 'busy' });
      await bench.queued('spawn', { id: 'a' });
      await bench.queued('spawn', { id: 'b' });
      const claim: Awaited<ReturnType<Contest['prepare']>>[0] = (store) =>
        store.tasks.claimNext(claimRequest(ME, NOW, 2));
      return [claim, claim];
    },
    firstWins: ['a claimed 1', null],
    secondWins: [null, 'a claimed 1'],
  },
  {
    name: 'a result and a reclaim',
    async prepare(bench) {
      const running = await bench.running('spawn', { id: 'task' });
      return [
        (store) => store.tasks.complete(running, 'done', NOW),
        (store) => store.tasks.reclaimStale(ME_RESTARTED, LEASE_MS, NOW),
      ];
    },
    firstWins: ['settled', []],
    secondWins: ['stale', ['task queued 2']],
    after(bench) {
      const { events, audit, tasks } = bench.database.tables();
      const landed = tasks[0]?.status === 'done';
      expect(events).toHaveLength(landed ? 1 : 0);
      const stale = audit.filter((entry) => entry.action === 'dispatch.stale_result');
      expect(stale).toHaveLength(landed ? 0 : 1);
    },
  },
  {
    name: 'a result and a cancel',
    async prepare(bench) {
      const running = await bench.running('spawn', { id: 'task' });
      return [
        (store) => store.tasks.complete(running, 'done', NOW),
        (store) => store.tasks.cancel('task', ME, 'ann', NOW),
      ];
    },
    firstWins: ['settled', 'already_settled'],
    secondWins: ['stale', 'cancelled'],
    after: (bench) => expect(bench.database.tables().events).toHaveLength(1),
  },
  {
    name: 'a result and a failure under the same generation',
    async prepare(bench) {
      const running = await bench.running('send', { id: 'task' });
      return [
        (store) => store.tasks.complete(running, 'done', NOW),
        (store) => store.tasks.fail(running, FINAL, BACKOFF, NOW),
      ];
    },
    firstWins: ['settled', 'stale'],
    secondWins: ['stale', 'settled'],
    after: (bench) => expect(bench.database.tables().events).toHaveLength(1),
  },
  {
    name: 'a start and a cancel',
    async prepare(bench) {
      const claimed = await bench.claimed('spawn', { id: 'task' });
      return [
        (store) => store.tasks.markRunning(claimed, SESSION, NOW),
        (store) => store.tasks.cancel('task', ME, 'ann', NOW),
      ];
    },
    firstWins: ['running', 'cancelled'],
    secondWins: ['stale', 'cancelled'],
    after: (bench) => expect(onlyRow(bench)).toMatchObject({ status: 'cancelled', generation: 2 }),
  },
  {
    name: 'a renewal and a reclaim of a lease that expired',
    async prepare(bench) {
      const { id, generation } = await bench.running('spawn', { id: 'task' });
      return [
        (store) => store.tasks.touch([{ id, generation }], EXPIRED),
        (store) => store.tasks.reclaimStale(ME, LEASE_MS, EXPIRED),
      ];
    },
    firstWins: [[], []],
    secondWins: [[{ id: 'task', generation: 1 }], ['task queued 2']],
  },
  {
    name: 'two daemons reclaim a row that nobody owns',
    async prepare(bench) {
      bench.unowned({ id: 'task', status: 'running', claimed_at: CLAIMED_AT });
      return [
        (store) => store.tasks.reclaimStale(ME, LEASE_MS, EXPIRED),
        (store) => store.tasks.reclaimStale(OTHER, LEASE_MS, EXPIRED),
      ];
    },
    firstWins: [['task queued 1'], []],
    secondWins: [[], ['task queued 1']],
    after: (bench) => expect(onlyRow(bench)).toMatchObject({ generation: 1, attempts: 1 }),
  },
  {
    name: 'a release and a cancel',
    async prepare(bench) {
      const claimed = await bench.claimed('spawn', { id: 'task' });
      return [
        (store) => store.tasks.release(claimed, 'Deferred.', NOW),
        (store) => store.tasks.cancel('task', ME, 'ann', NOW),
      ];
    },
    firstWins: ['released', 'cancelled'],
    secondWins: ['stale', 'cancelled'],
  },
  {
    name: 'two people dismiss',
    async prepare(bench) {
      await bench.inStatus('spawn', 'done', { id: 'task' });
      return [
        (store) => store.tasks.dismiss('task', 'ann', NOW),
        (store) => store.tasks.dismiss('task', 'bea', NOW),
      ];
    },
    firstWins: ['dismissed', ['already_dismissed', 'ann']],
    secondWins: [['already_dismissed', 'bea'], 'dismissed'],
  },
];

describe('races for a task', () => {
  for (const contest of contests) describeContest(contest);
});
