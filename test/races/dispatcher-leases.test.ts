import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hold, unhold } from '../../electron/daemon/dispatcher/person-actions.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';

let fixture: DispatcherFixture;
afterEach(() => fixture.stop());

const HOUR_MS = 3_600_000;
const waits = 'until [ -e go ]; do sleep 0.02; done; echo finished';
const release = () => writeFileSync(path.join(fixture.home, 'go'), '');

describe('sleep is not death', () => {
  it('renews workers that are alive before it judges any lease', async () => {
    fixture = new DispatcherFixture({ limits: { leaseMs: 10_000 } });
    const id = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.until(id, 'running');
    fixture.clock.jump(8 * HOUR_MS);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({
      status: 'running',
      generation: 1,
      attempts: 0,
      claimedAt: fixture.clock.now(),
    });
    release();
    await fixture.until(id, 'done');
  });

  it('does not count a sleep that the system tells of, where running time goes on in it', async () => {
    fixture = new DispatcherFixture({ limits: { holdMaxMs: 60_000, leaseMs: 10_000 } });
    const held = await fixture.enqueue({ kind: 'attempt', prompt: waits });
    const running = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.until(running, 'running');
    await fixture.until(held, 'running');
    await fixture.dispatcher.act((context) => hold(context, held, 'ann'));
    const before = await fixture.task(held);

    fixture.dispatcher.suspended();
    fixture.clock.pass(8 * HOUR_MS);
    fixture.dispatcher.resumed();

    await fixture.until(held, (task) => task.heldUntil !== before.heldUntil);
    expect(await fixture.task(held)).toMatchObject({
      status: 'held',
      heldUntil: (before.heldUntil ?? 0) + 8 * HOUR_MS,
    });
    expect(await fixture.task(running)).toMatchObject({ status: 'running', generation: 1 });
    release();
    await fixture.until(running, 'done');
  });

  it('does the same when the machine was only slow', async () => {
    fixture = new DispatcherFixture({ limits: { leaseMs: 10_000 } });
    const id = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.until(id, 'running');
    fixture.clock.pass(HOUR_MS);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({ status: 'running', generation: 1 });
  });

  it.each([8 * HOUR_MS, -8 * HOUR_MS])(
    'does not count %i ms of clock against a hold',
    async (ms) => {
      fixture = new DispatcherFixture({ limits: { holdMaxMs: 60_000 } });
      const id = await fixture.enqueue({ kind: 'attempt', prompt: waits });
      await fixture.until(id, 'running');
      await fixture.dispatcher.act((context) => hold(context, id, 'ann'));
      fixture.clock.pass(50_000);
      fixture.clock.jump(ms);
      // The person comes before the first tick after waking.
      expect(await fixture.dispatcher.act((context) => unhold(context, id, 'ann'))).toEqual({
        outcome: 'resumed',
      });
      await fixture.dispatcher.act((context) => hold(context, id, 'ann'));
      fixture.clock.jump(ms);
      await fixture.dispatcher.look();
      expect((await fixture.task(id)).status).toBe('held');
      fixture.clock.pass(60_000);
      await fixture.dispatcher.look();
      expect((await fixture.task(id)).error?.code).toBe('hold_lapsed');
    },
  );
});

describe('two writers', () => {
  it('refuses the late result of a worker whose task was reclaimed; only the audit grows', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.until(id, 'running');
    // The same daemon, started again on the same file, while the first one still has its worker.
    const restarted = { owner: fixture.me.owner, bootId: 'the next boot' };
    const reclaimed = await fixture.store.tasks.reclaimStale(
      restarted,
      600_000,
      fixture.clock.now(),
    );
    expect(reclaimed).toMatchObject([{ id, status: 'queued', generation: 2, attempts: 1 }]);
    await fixture.dispatcher.stop();
    const row = await fixture.task(id);
    const audit = await fixture.store.board.auditOf(id);

    release();
    await fixture.eventually(async () =>
      (await fixture.store.board.auditOf(id)).length > audit.length ? true : undefined,
    );
    expect(await fixture.task(id)).toEqual(row);
    const grown = (await fixture.store.board.auditOf(id)).slice(audit.length);
    expect(grown).toMatchObject([{ action: 'dispatch.stale_result' }]);
    expect(grown[0]?.detail).toContain('generation 1');
    expect(grown[0]?.detail).toContain('generation 2');
  });

  it('takes over what an earlier boot left, on the first look', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.until(id, 'running');
    await fixture.dispatcher.stop();
    const next = new DispatcherFixture({ home: fixture.home, clock: fixture.clock });
    try {
      next.dispatcher.kick();
      await next.until(id, (task) => task.status === 'running' && task.generation === 3);
      expect(await next.task(id)).toMatchObject({ attempts: 1, claimOwner: next.me.bootId });
    } finally {
      await next.stop();
    }
  });
});

describe('the worker cap', () => {
  it('is filled by workers at work, and held ones make room', async () => {
    fixture = new DispatcherFixture({ limits: { maxConcurrentWorkers: 1 } });
    const first = await fixture.enqueue({ kind: 'attempt', prompt: waits });
    await fixture.until(first, 'running');
    const second = await fixture.enqueue({ kind: 'spawn', prompt: waits });
    await fixture.dispatcher.look();
    expect((await fixture.task(second)).status).toBe('queued');

    await fixture.dispatcher.act((context) => hold(context, first, 'ann'));
    await fixture.until(second, 'running');
    release();
    await fixture.until(second, 'done');
  });

  it('lets what fails go back without blocking what is behind it', async () => {
    fixture = new DispatcherFixture({ limits: { maxConcurrentWorkers: 1, backoffBaseMs: 60_000 } });
    const failing = await fixture.enqueue({ kind: 'spawn', prompt: 'exit 3' });
    const behind = await fixture.enqueue({ kind: 'spawn', prompt: 'echo fine' });
    await fixture.until(behind, 'done');
    const failed = await fixture.until(failing, (task) => task.attempts === 1);
    expect(failed).toMatchObject({ status: 'queued', error: { code: 'command_failed' } });
    expect(failed.notBefore).toBeGreaterThan(fixture.clock.now());

    fixture.clock.pass(600_000);
    fixture.dispatcher.kick();
    expect(await fixture.until(failing, 'blocked')).toMatchObject({ attempts: 2 });
  });
});
