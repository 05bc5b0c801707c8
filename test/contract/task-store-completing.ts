import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKOFF,
  KINDS,
  kindsWithin,
  ME,
  RETRYABLE,
  SETTLED_AT,
  StoreBench,
  statusesOutside,
} from '../helpers/store-bench.ts';
import { actions, changeBy, expectRefusal } from '../helpers/store-change.ts';
import type { CreateDatabase } from '../helpers/store-database.ts';

export function describeCompleting(create: CreateDatabase): void {
  describe('complete', () => {
    let bench: StoreBench;
    beforeEach(() => {
      bench = new StoreBench(create);
    });
    afterEach(() => bench.remove());

    const complete = (claim: { id: string; generation: number }, digest = 'All done.') =>
      bench.store.tasks.complete(claim, digest, SETTLED_AT);

    it.each(kindsWithin('claimed', 'running'))(
      'settles a %s that is %s as done',
      async (kind, status) => {
        const task = await bench.inStatus(kind, status);
        const change = await changeBy(bench.database, SETTLED_AT, () => complete(task));
        expect(change.answer).toEqual({
          outcome: 'settled',
          task: {
            ...task,
            status: 'done',
            digest: 'All done.',
            claimOwner: null,
            claimedAt: null,
            settledAt: SETTLED_AT,
            updatedAt: SETTLED_AT,
          },
        });
        expect(change.tasks).toEqual({
          [task.id]: {
            status: 'done',
            result_digest: 'All done.',
            claim_owner: null,
            claimed_at: null,
            settled_at: SETTLED_AT,
          },
        });
        expect(change.events).toEqual(kind === 'attempt' ? [] : [`task.done ${task.id} All done.`]);
        expect(change.audit).toMatchObject([
          { task: task.id, action: 'dispatch.completed', actor: ME.owner, generation: 1 },
        ]);
        expect(await bench.find(task.id)).toMatchObject(
          change.answer.outcome === 'settled' ? change.answer.task : {},
        );
      },
    );

    it('clears the error of an earlier failure', async () => {
      const first = await bench.running('spawn');
      await bench.store.tasks.fail(first, RETRYABLE, BACKOFF, SETTLED_AT);
      const second = await bench.claim(first.id, ME, SETTLED_AT + BACKOFF.capMs);
      expect(second.error).toEqual(RETRYABLE);
      await complete(second);
      expect(bench.row(first.id)).toMatchObject({
        error: null,
        error_code: null,
        error_next_step: null,
        attempts: 1,
      });
    });

    it.each(['send', 'spawn'] as const)('closes the open question of a %s', async (kind) => {
      const running = await bench.running(kind);
      const approvalId = await bench.ask(running);
      const change = await changeBy(bench.database, SETTLED_AT, () => complete(running));
      expect(change.approvals).toEqual({
        [approvalId]: { status: 'expired', closed_at: SETTLED_AT },
      });
      expect(actions(change.audit)).toEqual(['approval.expired', 'dispatch.completed']);
    });

    it("leaves another task's question open", async () => {
      const asking = await bench.running('spawn');
      await bench.ask(asking);
      const change = await changeBy(bench.database, SETTLED_AT, async () =>
        complete(await bench.running('spawn')),
      );
      expect(change.approvals).toEqual({});
    });

    it.each(KINDS)(
      'refuses a late result of a %s in every other state, and writes it down',
      async (kind) => {
        for (const status of statusesOutside(kind, 'claimed', 'running', 'held')) {
          const task = await bench.inStatus(kind, status);
          const audit = await expectRefusal(bench.database, () => complete(task, 'late'), {
            outcome: 'stale',
            generation: task.generation,
            status,
          });
          expect(actions(audit)).toEqual(['dispatch.stale_result']);
        }
      },
    );

    it.each(KINDS)(
      'refuses the result of an older generation of a running %s, naming both',
      async (kind) => {
        const first = await bench.claimed(kind);
        await bench.store.tasks.release(first, 'Deferred.', SETTLED_AT);
        await bench.claim(first.id);
        const second = await bench.store.tasks
          .markRunning(
            { id: first.id, generation: 2 },
            { sessionId: 's', workFolder: '/w', branch: null },
            SETTLED_AT,
          )
          .then(() => bench.find(first.id));
        const audit = await expectRefusal(bench.database, () => complete(first, 'late'), {
          outcome: 'stale',
          generation: 2,
          status: 'running',
        });
        expect(audit).toMatchObject([
          { task: first.id, action: 'dispatch.stale_result', generation: 2, at: SETTLED_AT },
        ]);
        expect(audit[0]?.detail).toContain('generation 1');
        expect(audit[0]?.detail).toContain('generation 2');
        expect(await complete(second)).toMatchObject({ outcome: 'settled' });
      },
    );

    it('refuses a generation that is yet to come', async () => {
      const running = await bench.running('spawn');
      await expectRefusal(
        bench.database,
        () => complete({ id: running.id, generation: running.generation + 1 }),
        { outcome: 'stale', generation: 1, status: 'running' },
      );
    });

    it('lands once: the second result of a generation is refused and the first digest stays', async () => {
      const running = await bench.running('spawn');
      expect(await complete(running, 'first')).toMatchObject({ outcome: 'settled' });
      await expectRefusal(bench.database, () => complete(running, 'second'), {
        outcome: 'stale',
        generation: 1,
        status: 'done',
      });
      expect(await bench.find(running.id)).toMatchObject({ digest: 'first' });
    });

    it('names what is not there', async () => {
      const audit = await expectRefusal(
        bench.database,
        () => complete({ id: 'nothing', generation: 1 }),
        { outcome: 'not_found' },
      );
      expect(audit).toEqual([]);
    });
  });
}
