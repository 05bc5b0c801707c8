import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DispatchContext } from '../../electron/daemon/dispatcher/dispatch-context.ts';
import { answer, cancel } from '../../electron/daemon/dispatcher/person-actions.ts';
import type { Task } from '../../electron/daemon/store/store.ts';
import type { TaskStatus } from '../../shared/tasks.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';
import { Gate } from '../helpers/gate.ts';

const script = fileURLToPath(new URL('../fixtures/agents/scripted-agent.mjs', import.meta.url));
const agents = Object.fromEntries(
  ['polite', 'ask'].map((behaviour) => [
    behaviour,
    { command: process.execPath, args: [script, behaviour] },
  ]),
);

let fixture: DispatcherFixture;
beforeEach(() => {
  fixture = new DispatcherFixture({ agents });
});
afterEach(() => fixture.stop());

/** An attempt leaves its session behind, idle: that one conducts. */
async function conductor(agent = 'polite', in_ = fixture): Promise<string> {
  const id = await in_.enqueue({ kind: 'attempt', agent, prompt: 'true' });
  if (agent === 'ask') {
    const asked = await in_.eventually(async () => (await in_.store.approvals.ofTask(id))[0]);
    await in_.dispatcher.act((context) => answerYes(context, asked.id));
  }
  const { workerSessionId } = await in_.until(id, 'done');
  const sessionId = workerSessionId ?? '';
  await idle(sessionId, in_);
  expect(await in_.store.events.conduct(sessionId, true, in_.me, in_.clock.now())).toEqual({
    outcome: 'conducting',
  });
  return sessionId;
}

const idle = (sessionId: string, in_ = fixture) =>
  in_.eventually(async () =>
    (await in_.store.sessions.find(sessionId))?.state === 'idle' ? true : undefined,
  );

const answerYes = (context: DispatchContext, approvalId: string) =>
  answer(context, approvalId, 'yes', 'ann');

async function deliveries(): Promise<readonly Task[]> {
  return (await fixture.store.tasks.listForConductor('project', 100)).filter(
    (task) => task.isDelivery,
  );
}

/** Resolves once there are so many of them. */
const deliveriesIn = (status: TaskStatus, count = 1) =>
  fixture.eventually(async () => {
    const found = (await deliveries()).filter((task) => task.status === status);
    return found.length >= count ? found : undefined;
  });

const events = async () => (await fixture.store.events.list(0, 100)).events;

describe('a conductor', () => {
  it('is told of everything that settled, and of nothing twice', async () => {
    const sessionId = await conductor();
    const ids = [
      await fixture.enqueue({ kind: 'spawn', prompt: 'echo one' }),
      await fixture.enqueue({ kind: 'spawn', prompt: 'echo two' }),
      await fixture.enqueue({ kind: 'spawn', prompt: 'exit 3', failureLimit: 1 }),
    ];
    await Promise.all([
      fixture.until(ids[0] ?? '', 'done'),
      fixture.until(ids[1] ?? '', 'done'),
      fixture.until(ids[2] ?? '', 'blocked'),
    ]);
    await fixture.eventually(async () =>
      (await events()).every(({ deliveredAt }) => deliveredAt !== null) ? true : undefined,
    );
    const all = await deliveries();
    const told = all.map(({ prompt }) => prompt).join('\n');
    for (const id of ids) expect(told.split(id)).toHaveLength(2);
    expect(told).toContain('> one');
    expect(all.every(({ targetSession }) => targetSession === sessionId)).toBe(true);
    await idle(sessionId);
    await fixture.dispatcher.look();
    expect(await deliveries()).toHaveLength(all.length);
  });

  it('that is busy is told when it is idle again, of all that settled meanwhile at once', async () => {
    const sessionId = await conductor('ask');
    const busy = await fixture.enqueue({ kind: 'send', targetSession: sessionId, prompt: 'wait' });
    const asked = await fixture.eventually(
      async () => (await fixture.store.approvals.ofTask(busy))[0],
    );
    const ids = [
      await fixture.enqueue({ kind: 'spawn', prompt: 'echo one' }),
      await fixture.enqueue({ kind: 'spawn', prompt: 'echo two' }),
    ];
    for (const id of ids) await fixture.until(id, 'done');
    await fixture.dispatcher.look();
    expect(await deliveries()).toEqual([]);

    await fixture.dispatcher.act((context) => answerYes(context, asked.id));
    const [delivery] = await fixture.eventually(async () => {
      const all = await deliveries();
      return all.length > 0 ? all : undefined;
    });
    for (const id of ids) expect(delivery?.prompt).toContain(id);
  });

  it('whose turn fails keeps its events for the next one', async () => {
    const sessionId = await conductor('ask');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo one' });
    await fixture.until(id, 'done');
    const [delivery] = await deliveriesIn('running');
    expect((await events())[0]?.deliveredAt).toBeNull();
    // The worker of the conductor dies in the middle of being told.
    fixture.workers.find(sessionId)?.signal('continue');
    process.kill(await fixture.processOf(delivery?.id ?? ''), 'SIGKILL');
    await fixture.until(delivery?.id ?? '', (task) => ['failed', 'blocked'].includes(task.status));
    expect((await events())[0]?.deliveredAt).toBeNull();

    const next = await conductor('polite');
    expect(next).not.toBe(sessionId);
    fixture.dispatcher.kick();
    await deliveriesIn('done');
    expect((await events()).find((event) => event.taskId === id)?.deliveredAt).not.toBeNull();
  });

  it('that a person cancels in the middle of being told is not told again', async () => {
    const sessionId = await conductor('ask');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo one' });
    await fixture.until(id, 'done');
    const [delivery] = await deliveriesIn('running');
    await fixture.dispatcher.act((context) => cancel(context, delivery?.id ?? '', 'ann'));
    await idle(sessionId);
    await fixture.dispatcher.look();
    expect(await deliveries()).toHaveLength(1);
  });

  it('is told never of attempts', async () => {
    await conductor();
    const id = await fixture.enqueue({ kind: 'attempt', prompt: 'echo attempt' });
    await fixture.until(id, 'done');
    await fixture.dispatcher.look();
    expect(await deliveries()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('gets one delivery when two ticks look at the same moment', async () => {
    await conductor();
    const gate = new Gate();
    fixture.context.store.events.deliverIfIdle = gate.before(fixture.store.events.deliverIfIdle);
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo one' });
    await fixture.until(id, 'done');
    await gate.reached;
    // A second look gets there first.
    await fixture.dispatcher.look();
    gate.open();
    await deliveriesIn('done');
    await fixture.dispatcher.look();
    expect(await deliveries()).toHaveLength(1);
  });
});
