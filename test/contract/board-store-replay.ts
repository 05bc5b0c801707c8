import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DaemonIdentity, Store } from '../../electron/daemon/store/store.ts';
import type { Card, SessionCard } from '../../shared/board.ts';
import type { BoardDelta } from '../../shared/board-delta.ts';
import {
  BACKOFF,
  FINAL,
  HOLD_MAX_MS,
  LEASE_MS,
  ME,
  ME_RESTARTED,
  OTHER,
  QUESTION,
  RETRYABLE,
  StoreBench,
} from '../helpers/store-bench.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

const STATES = ['working', 'awaiting', 'idle', 'disconnected'] as const;
const DAEMONS = [ME, ME_RESTARTED, OTHER];

/** One random call of the store; most are refused, which is part of the point. */
const step = fc.record({
  call: fc.constantFrom(
    'enqueue',
    'claim',
    'release',
    'run',
    'touch',
    'complete',
    'fail',
    'reclaim',
    'hold',
    'unhold',
    'unholdWithoutWorker',
    'settleHeld',
    'shift',
    'cancel',
    'dismiss',
    'ask',
    'answer',
    'takeBack',
    'session',
    'endSession',
    'endEarlier',
    'poll',
  ),
  pick: fc.nat(9),
  kind: fc.constantFrom('send' as const, 'spawn' as const, 'attempt' as const),
  by: fc.nat(2),
  passMs: fc.constantFrom(1, 1, 10, HOLD_MAX_MS / 2, LEASE_MS),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What a client keeps: whole rows by id, replaced by newer ones, each revision seen once and in order. */
class Client {
  readonly cards = new Map<string, Card>();
  readonly sessions = new Map<string, SessionCard>();
  #since = 0;

  async poll(store: Store, limit: number): Promise<void> {
    for (let more = true; more; ) {
      const delta: BoardDelta = await store.board.changesSince(this.#since, limit);
      const revisions = [...delta.cards, ...delta.sessions].map((row) => row.revision);
      expect(new Set(revisions).size).toBe(revisions.length);
      for (const revision of revisions) {
        expect(revision).toBeGreaterThan(this.#since);
        expect(revision).toBeLessThanOrEqual(delta.revision);
      }
      for (const card of delta.cards) this.cards.set(card.id, card);
      for (const session of delta.sessions) this.sessions.set(session.id, session);
      ({ revision: this.#since, more } = delta);
    }
  }
}

async function perform(bench: StoreBench, store: Store, step: Step, now: number): Promise<void> {
  const me: DaemonIdentity = DAEMONS[step.by] ?? ME;
  const { tasks, approvals, sessions } = store;
  const rows = bench.database.tables();
  const taken = rows.tasks[step.pick % Math.max(1, rows.tasks.length)];
  const id = String(taken?.id ?? 'none');
  const claim = { id, generation: Number(taken?.generation ?? 0) };
  const sessionId = `session-${step.pick}`;
  switch (step.call) {
    case 'enqueue':
      await bench.queued(step.kind, { failureLimit: 1 + (step.pick % 2) }, me, store);
      return;
    case 'claim':
      await tasks.claimNext({ me, workerCap: 4, excludedIds: [], now });
      return;
    case 'release':
      await tasks.release(claim, 'Deferred.', now);
      return;
    case 'run':
      await tasks.markRunning(claim, { sessionId, workFolder: '/w', branch: null }, now);
      return;
    case 'touch':
      await tasks.touch([claim], now);
      return;
    case 'complete':
      await tasks.complete(claim, 'done', now);
      return;
    case 'fail':
      await tasks.fail(claim, step.pick % 2 === 0 ? RETRYABLE : FINAL, BACKOFF, now);
      return;
    case 'reclaim':
      await tasks.reclaimStale(me, LEASE_MS, now);
      return;
    case 'hold':
      await tasks.hold(id, me, HOLD_MAX_MS, 'ann', now);
      return;
    case 'unhold':
      await tasks.unhold(id, me, 'ann', BACKOFF, now);
      return;
    case 'unholdWithoutWorker':
      await tasks.unholdWithoutWorker(id, me, BACKOFF, now);
      return;
    case 'settleHeld':
      await tasks.settleHeld(me, now);
      return;
    case 'shift':
      await tasks.shiftDeadlines(me, step.passMs, now);
      return;
    case 'cancel':
      await tasks.cancel(id, me, 'ann', now);
      return;
    case 'dismiss':
      await tasks.dismiss(id, 'ann', now);
      return;
    case 'ask':
      await approvals.ask(claim, sessionId, QUESTION, me, HOLD_MAX_MS, now);
      return;
    case 'answer': {
      const asked = rows.approvals[step.pick % Math.max(1, rows.approvals.length)];
      await approvals.answer(String(asked?.id), 'allow', me, 'ann', BACKOFF, now);
      return;
    }
    case 'takeBack':
      await approvals.expireIfOpen(id, sessionId, QUESTION.requestId, now);
      return;
    case 'session':
      if (rows.sessions.some((row) => row.id === sessionId)) {
        await sessions.setStateIfLive(sessionId, STATES[step.passMs % 4] ?? 'idle');
        await sessions.setTaskIfLive(sessionId, id);
      } else {
        await sessions.begin(
          {
            id: sessionId,
            projectId: 'project-1',
            taskId: id,
            agent: 'claude',
            title: 'Mend',
            acceptsPrompts: true,
            folder: '/w',
            branch: null,
          },
          me,
          now,
        );
      }
      return;
    case 'endSession':
      await sessions.endIfLive(sessionId, now);
      return;
    case 'endEarlier':
      await sessions.endOfEarlierBoots(me, now);
      return;
    case 'poll':
      return;
  }
}

export function describeBoardReplay(create: CreateDatabase): void {
  describe('a client that asks only for what is newer', () => {
    it('has the same rows as a fresh snapshot, after any 1000 changes by two connections', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 250, maxLength: 250, size: 'max' }),
          fc.integer({ min: 1, max: 5 }),
          async (steps, limit) => {
            const bench = new StoreBench(create);
            try {
              const other = bench.database.open();
              const client = new Client();
              let now = 10_000;
              for (const one of steps) {
                now += one.passMs;
                await perform(bench, one.by === 0 ? bench.store : other, one, now);
                if (one.call === 'poll') await client.poll(bench.store, limit);
              }
              await client.poll(bench.store, limit);
              const snapshot = await other.board.changesSince(0, 10_000);
              expect(snapshot.more).toBe(false);
              const byId = <R extends { id: string }>(rows: Iterable<R>) =>
                [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
              expect(byId(client.cards.values())).toEqual(byId(snapshot.cards));
              expect(byId(client.sessions.values())).toEqual(byId(snapshot.sessions));
            } finally {
              bench.remove();
            }
          },
        ),
        { numRuns: 4, endOnFailure: true },
      );
    });
  });
}
