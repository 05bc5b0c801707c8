import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  cancel,
  endSession,
  hold,
  unhold,
} from '../../electron/daemon/dispatcher/person-actions.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';
import { Gate } from '../helpers/gate.ts';
import { processGroup } from '../helpers/processes.ts';

const script = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));
const agents = Object.fromEntries(
  ['ask', 'polite', 'hang'].map((behaviour) => [
    behaviour,
    { command: process.execPath, args: [script, behaviour] },
  ]),
);

let fixture: DispatcherFixture;
afterEach(() => fixture.stop());

/** The open question of a task, once there is one. */
const question = (taskId: string) =>
  fixture.eventually(async () =>
    (await fixture.store.approvals.ofTask(taskId)).find((approval) => approval.status === 'open'),
  );

const answerYes = (approvalId: string, actor = 'ann') =>
  fixture.dispatcher.act((context) => answer(context, approvalId, 'yes', actor));

describe('an open question', () => {
  it('holds an attempt, takes no slot, and its answer resumes under the same generation', async () => {
    fixture = new DispatcherFixture({ agents, limits: { maxConcurrentWorkers: 1 } });
    const asking = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(asking);
    expect((await fixture.task(asking)).status).toBe('held');
    const behind = await fixture.enqueue({ kind: 'spawn', prompt: 'echo fine' });
    await fixture.until(behind, 'done');
    // Answering is what resumes it; a bare unhold is refused.
    expect(await fixture.dispatcher.act((context) => unhold(context, asking, 'ann'))).toEqual({
      outcome: 'question_open',
      approvalId: id,
    });
    expect(await answerYes(id)).toEqual({ outcome: 'answered', optionName: 'Yes, once' });
    expect(await fixture.until(asking, 'done')).toMatchObject({ generation: 1 });
    expect(await answerYes(id, 'ben')).toEqual({
      outcome: 'already_answered',
      by: 'ann',
      optionName: 'Yes, once',
    });
  });

  it('leaves a spawn running, keeps its lease while it waits, and takes no slot', async () => {
    fixture = new DispatcherFixture({
      agents,
      limits: { maxConcurrentWorkers: 1, leaseMs: 10_000, holdMaxMs: 3_600_000 },
    });
    const asking = await fixture.enqueue({ kind: 'spawn', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(asking);
    const behind = await fixture.enqueue({ kind: 'spawn', prompt: 'echo fine' });
    await fixture.until(behind, 'done');
    fixture.clock.pass(600_000);
    await fixture.dispatcher.look();
    expect(await fixture.task(asking)).toMatchObject({ status: 'running', generation: 1 });
    await answerYes(id);
    expect(await fixture.until(asking, 'done')).toMatchObject({ attempts: 0 });
  });

  it('of a spawn lapses by the clock: named, its worker ended, the answer refused', async () => {
    fixture = new DispatcherFixture({ agents, limits: { holdMaxMs: 60_000 } });
    const asking = await fixture.enqueue({ kind: 'spawn', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(asking);
    const pid = await fixture.processOf(asking);
    fixture.clock.pass(60_000);
    expect(await answerYes(id)).toEqual({ outcome: 'lapsed' });
    expect(await fixture.until(asking, (task) => task.status !== 'running')).toMatchObject({
      status: 'failed',
      error: { code: 'hold_lapsed' },
    });
    await fixture.dispatcher.stop();
    await fixture.workers.stop();
    expect(processGroup(pid)).toEqual([]);
    expect((await answerYes(id)).outcome).toBe('expired');
  });

  it('is refused as stale when its task was cancelled first', async () => {
    fixture = new DispatcherFixture({ agents });
    const asking = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(asking);
    const pid = await fixture.processOf(asking);
    await fixture.dispatcher.act((context) => cancel(context, asking, 'ann'));
    expect(processGroup(pid)).toEqual([]);
    expect(await answerYes(id)).toEqual({ outcome: 'stale_generation' });
    expect(await fixture.task(asking)).toMatchObject({ status: 'cancelled', generation: 2 });
  });

  it('that comes after its task was cancelled is answered with cancelled and written nowhere', async () => {
    const gate = new Gate();
    fixture = new DispatcherFixture({
      agents,
      gated: (store) => ({
        ...store,
        approvals: { ...store.approvals, ask: gate.before(store.approvals.ask) },
      }),
    });
    const asking = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    await gate.reached;
    const cancelling = fixture.dispatcher.act((context) => cancel(context, asking, 'ann'));
    await fixture.until(asking, 'cancelled');
    gate.open();
    expect(await cancelling).toEqual({ outcome: 'cancelled' });
    expect(await fixture.store.approvals.ofTask(asking)).toEqual([]);
  });
});

describe('a send', () => {
  it('waits for its busy session without burning an attempt, then is delivered', async () => {
    fixture = new DispatcherFixture({ agents });
    const first = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(first);
    const { workerSessionId } = await fixture.task(first);
    const send = await fixture.enqueue({
      kind: 'send',
      agent: 'ask',
      targetSession: workerSessionId,
      prompt: 'npm login',
    });
    await fixture.until(send, (task) => task.status === 'queued' && task.generation === 1);
    const seen = (await fixture.store.board.auditOf(send)).length;
    await fixture.dispatcher.look();
    await fixture.dispatcher.look();
    // Deferred until the session is free, not claimed and released at every tick.
    expect((await fixture.store.board.auditOf(send)).length).toBe(seen);

    await answerYes(id);
    await fixture.until(first, 'done');
    await answerYes((await question(send)).id);
    expect(await fixture.until(send, 'done')).toMatchObject({ attempts: 0, generation: 2 });
  });

  it('that is cancelled ends its turn, and the session takes the next one', async () => {
    fixture = new DispatcherFixture({ agents });
    const first = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    await answerYes((await question(first)).id);
    const { workerSessionId } = await fixture.until(first, 'done');
    const send = (prompt: string) =>
      fixture.enqueue({ kind: 'send', agent: 'ask', targetSession: workerSessionId, prompt });
    const second = await send('npm login');
    await question(second);
    expect(await fixture.dispatcher.act((context) => cancel(context, second, 'ann'))).toEqual({
      outcome: 'cancelled',
    });
    const third = await send('npm logout');
    await answerYes((await question(third)).id);
    await fixture.until(third, 'done');

    const session = workerSessionId ?? '';
    expect(await fixture.dispatcher.act((context) => endSession(context, session))).toEqual({
      outcome: 'ended',
    });
    const late = await send('npm whoami');
    expect(await fixture.until(late, 'failed')).toMatchObject({
      error: { code: 'session_not_live' },
    });
  });
});

describe('other daemons', () => {
  it('leave an attempt alone: hold, unhold, cancel and answer say whose it is', async () => {
    fixture = new DispatcherFixture({ agents });
    const asking = await fixture.enqueue({ kind: 'attempt', agent: 'ask', prompt: 'npm publish' });
    const { id } = await question(asking);
    const row = await fixture.task(asking);
    const other = new DispatcherFixture({
      home: fixture.home,
      clock: fixture.clock,
      owner: '127.0.0.1:7460',
    });
    try {
      await other.dispatcher.look();
      const refused = { outcome: 'not_owner', ownerDaemon: fixture.me.owner };
      const { dispatcher } = other;
      expect(await dispatcher.act((context) => hold(context, asking, 'ben'))).toEqual(refused);
      expect(await dispatcher.act((context) => unhold(context, asking, 'ben'))).toEqual(refused);
      expect(await dispatcher.act((context) => cancel(context, asking, 'ben'))).toEqual(refused);
      expect(await dispatcher.act((context) => answer(context, id, 'yes', 'ben'))).toEqual(refused);
      fixture.clock.pass(24 * 3_600_000);
      await other.dispatcher.look();
      expect(await fixture.task(asking)).toEqual(row);
    } finally {
      await other.stop();
    }
  });
});
