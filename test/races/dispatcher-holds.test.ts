import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancel, hold, unhold } from '../../electron/daemon/dispatcher/person-actions.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';
import { Gate } from '../helpers/gate.ts';
import { processGroup } from '../helpers/processes.ts';

let fixture: DispatcherFixture;
afterEach(() => fixture.stop());

/** The signal is sent; the kernel stops each process at its next step. One that just forks waits in the kernel (D). */
async function stopped(group: number): Promise<void> {
  await vi.waitFor(() => {
    const states = processGroup(group).map((process) => process.state);
    expect(states).toContain('T');
    expect(states.filter((state) => state !== 'T' && state !== 'D')).toEqual([]);
  });
}

const waitsForFile = (name: string) => `until [ -e ${name} ]; do sleep 0.02; done; echo finished`;

describe('a result that arrives while its attempt is held', () => {
  it('is kept, and applied at the unhold under the same generation', async () => {
    const gate = new Gate();
    fixture = new DispatcherFixture({
      gated: (store) => ({
        ...store,
        tasks: { ...store.tasks, complete: gate.before(store.tasks.complete) },
      }),
    });
    const id = await fixture.enqueue({ kind: 'attempt', prompt: 'echo finished' });
    await gate.reached;
    expect(await fixture.dispatcher.act((context) => hold(context, id, 'ann'))).toMatchObject({
      outcome: 'held',
    });
    gate.open();
    await fixture.eventually(async () =>
      (await fixture.store.board.auditOf(id)).find(
        (entry) => entry.action === 'dispatch.result_kept',
      ),
    );
    expect(await fixture.task(id)).toMatchObject({ status: 'held', generation: 1, digest: null });

    expect(await fixture.dispatcher.act((context) => unhold(context, id, 'ann'))).toEqual({
      outcome: 'resumed',
    });
    expect(await fixture.task(id)).toMatchObject({
      status: 'done',
      generation: 1,
      digest: 'finished',
    });
  });

  it('is simply the result when it commits first', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'attempt', prompt: 'echo finished' });
    await fixture.until(id, 'done');
    expect(await fixture.dispatcher.act((context) => hold(context, id, 'ann'))).toEqual({
      outcome: 'not_running',
      status: 'done',
    });
  });
});

describe('a hold while the worker is starting', () => {
  it('parks the worker before it gets its prompt; the unhold lets it work', async () => {
    const gate = new Gate();
    fixture = new DispatcherFixture({
      gated: (store) => ({
        ...store,
        tasks: { ...store.tasks, markRunning: gate.before(store.tasks.markRunning) },
      }),
    });
    const id = await fixture.enqueue({ kind: 'attempt', prompt: 'echo worked > made; echo ok' });
    await gate.reached;
    const holding = fixture.dispatcher.act((context) => hold(context, id, 'ann'));
    await fixture.until(id, 'held');
    gate.open();
    expect(await holding).toMatchObject({ outcome: 'held' });
    const pid = await fixture.processOf(id);
    await stopped(pid);
    expect((await fixture.task(id)).status).toBe('held');

    await fixture.dispatcher.act((context) => unhold(context, id, 'ann'));
    expect(await fixture.until(id, 'done')).toMatchObject({ digest: 'ok', generation: 1 });
  });
});

describe('a cancel while the worker is starting', () => {
  it('ends the worker that came late', async () => {
    const gate = new Gate();
    fixture = new DispatcherFixture({
      gated: (store) => ({
        ...store,
        tasks: { ...store.tasks, markRunning: gate.before(store.tasks.markRunning) },
      }),
    });
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'sleep 600' });
    await gate.reached;
    const [worker] = fixture.workers.live();
    const cancelling = fixture.dispatcher.act((context) => cancel(context, id, 'ann'));
    await fixture.until(id, 'cancelled');
    gate.open();
    expect(await cancelling).toEqual({ outcome: 'cancelled' });
    expect(worker).toBeDefined();
    expect(processGroup(worker?.process.pid ?? 0)).toEqual([]);
    expect(await fixture.task(id)).toMatchObject({ status: 'cancelled', generation: 2 });
  });

  it('ends the worker that is running', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'sleep 600 & sleep 600' });
    await fixture.until(id, 'running');
    const pid = await fixture.processOf(id);
    expect(await fixture.dispatcher.act((context) => cancel(context, id, 'ann'))).toEqual({
      outcome: 'cancelled',
    });
    expect(processGroup(pid)).toEqual([]);
  });
});

describe('holding by hand', () => {
  it('stops the process group, runs no lease, and lapses by the clock', async () => {
    fixture = new DispatcherFixture({ limits: { holdMaxMs: 60_000, leaseMs: 10_000 } });
    const id = await fixture.enqueue({ kind: 'attempt', prompt: waitsForFile('go') });
    await fixture.until(id, 'running');
    const pid = await fixture.processOf(id);
    await fixture.dispatcher.act((context) => hold(context, id, 'ann'));
    await stopped(pid);

    fixture.clock.pass(50_000);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({ status: 'held', generation: 1 });

    fixture.clock.pass(10_000);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({
      status: 'failed',
      generation: 2,
      error: { code: 'hold_lapsed' },
    });
    expect(processGroup(pid)).toEqual([]);
    expect(await fixture.dispatcher.act((context) => unhold(context, id, 'ann'))).toEqual({
      outcome: 'not_held',
      status: 'failed',
    });
  });

  it('goes on at the unhold', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'attempt', prompt: waitsForFile('go') });
    await fixture.until(id, 'running');
    await fixture.dispatcher.act((context) => hold(context, id, 'ann'));
    writeFileSync(path.join(fixture.home, 'go'), '');
    await fixture.dispatcher.act((context) => unhold(context, id, 'ann'));
    expect(await fixture.until(id, 'done')).toMatchObject({ digest: 'finished', generation: 1 });
  });

  it('settles when somebody outside ends the stopped worker', async () => {
    fixture = new DispatcherFixture();
    const id = await fixture.enqueue({ kind: 'attempt', prompt: waitsForFile('go') });
    await fixture.until(id, 'running');
    const pid = await fixture.processOf(id);
    await fixture.dispatcher.act((context) => hold(context, id, 'ann'));
    process.kill(-pid, 'SIGKILL');
    expect(await fixture.until(id, 'failed')).toMatchObject({
      generation: 1,
      error: { code: 'command_was_killed' },
    });
  });
});
