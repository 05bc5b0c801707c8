import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancel } from '../../electron/daemon/dispatcher/person-actions.ts';
import type { Store } from '../../electron/daemon/store/store.ts';
import { StoreUnavailable } from '../../electron/daemon/store/store-unavailable.ts';
import { DispatcherFixture } from '../helpers/dispatcher-fixture.ts';

const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;
const FULL = { code: 'disk_full', message: 'Full.', nextStep: 'Make room.' };

/** The real store; the writes that are named are refused until there is room. */
class FillingStore {
  readonly refused: string[] = [];
  #full = new Set<string>();
  #refusal = () => {};

  fill(...methods: (keyof Store['tasks'] | keyof Store['sessions'])[]): void {
    this.#full = new Set(methods);
  }

  /** Resolves when a write was refused. */
  async untilRefused(count = 1): Promise<void> {
    while (this.refused.length < count) {
      await new Promise<void>((resolve) => {
        this.#refusal = resolve;
      });
    }
  }

  over(store: Store): Store {
    return { ...store, tasks: this.#guard(store.tasks), sessions: this.#guard(store.sessions) };
  }

  #guard<Methods extends object>(methods: Methods): Methods {
    return new Proxy(methods, {
      get: (target, name: keyof Methods & string) => {
        if (!this.#full.has(name)) return target[name];
        return async () => {
          this.refused.push(name);
          this.#refusal();
          throw new StoreUnavailable(FULL);
        };
      },
    });
  }
}

let disk: FillingStore;
let fixture: DispatcherFixture;
beforeEach(() => {
  disk = new FillingStore();
  fixture = new DispatcherFixture({
    limits: { leaseMs: LEASE_MS },
    gated: (store) => disk.over(store),
  });
});
afterEach(() => fixture.stop());

const actions = async (id: string) =>
  (await fixture.store.board.auditOf(id)).map(({ action }) => action);

describe('a result that cannot be written', () => {
  it('is kept while its lease runs out, and written when there is room', async () => {
    disk.fill('complete');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo mended' });
    await disk.untilRefused();
    fixture.clock.pass(2 * LEASE_MS);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({ status: 'running', generation: 1 });

    disk.fill();
    fixture.patience.tryAgain();
    expect(await fixture.until(id, 'done')).toMatchObject({ generation: 1, digest: 'mended' });
    expect(await actions(id)).toEqual([
      'dispatch.enqueued',
      'dispatch.claimed',
      'dispatch.running',
      'dispatch.completed',
    ]);
  });

  it('is refused as stale when its task was cancelled before there was room', async () => {
    disk.fill('complete');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo mended' });
    await disk.untilRefused();
    const cancelled = fixture.dispatcher.act((context) => cancel(context, id, 'ann'));
    await fixture.until(id, 'cancelled');
    disk.fill();
    fixture.patience.tryAgain();
    expect(await cancelled).toEqual({ outcome: 'cancelled' });
    await fixture.eventually(async () =>
      (await actions(id)).includes('dispatch.stale_result') ? true : undefined,
    );
    expect(await fixture.task(id)).toMatchObject({ status: 'cancelled', digest: null });
  });
});

describe('a worker that has exited and has not reported yet', () => {
  /** Exits at once and leaves something behind that takes its time to end. */
  const LEAVES_SOMETHING = `(trap '' TERM; sleep 600) & echo mended`;

  async function exited(): Promise<string> {
    const id = await fixture.enqueue({ kind: 'spawn', prompt: LEAVES_SOMETHING });
    const { workerSessionId } = await fixture.until(id, 'running');
    const worker = fixture.workers.find(workerSessionId ?? '');
    await vi.waitFor(() => expect(worker?.isAlive()).toBe(false), { timeout: 10_000, interval: 1 });
    await fixture.dispatcher.look();
    return id;
  }

  it('keeps its claim until it does', async () => {
    const id = await exited();
    fixture.clock.jump(8 * HOUR_MS);
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({ status: 'running', generation: 1 });
    expect(await fixture.until(id, 'done')).toMatchObject({ generation: 1, digest: 'mended' });
  });

  it('loses it to the lease when it never does', async () => {
    const id = await exited();
    fixture.clock.pass(2 * LEASE_MS);
    await fixture.dispatcher.look();
    expect(await actions(id)).toContain('dispatch.reclaimed');
  });
});

describe('a start on a full disk', () => {
  it('goes on where its session cannot be written down, which is made up for', async () => {
    disk.fill('begin');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'sleep 600' });
    await disk.untilRefused();
    await fixture.until(id, 'running');
    expect(await fixture.store.sessions.ofTask(id)).toEqual([]);
    disk.fill();
    fixture.patience.tryAgain();
    await fixture.eventually(async () => {
      const [session] = await fixture.store.sessions.ofTask(id);
      return session?.state === 'working' ? true : undefined;
    });
  });

  it('is over only when its session is: one that cannot be written down yet stays open for nobody', async () => {
    disk.fill('begin');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'true' });
    await disk.untilRefused();
    await fixture.until(id, 'running');
    disk.fill();
    fixture.patience.tryAgain();
    await fixture.until(id, 'done');
    await fixture.eventually(async () => {
      const [session] = await fixture.store.sessions.ofTask(id);
      return session?.state === 'ended' ? true : undefined;
    });
  });

  it.each(['recordProcess', 'markRunning'] as const)(
    'waits where %s is refused, and goes on with the same worker',
    async (method) => {
      disk.fill(method);
      const id = await fixture.enqueue({ kind: 'spawn', prompt: 'echo mended' });
      await disk.untilRefused();
      fixture.clock.pass(2 * LEASE_MS);
      await fixture.dispatcher.look();
      expect(await fixture.task(id)).toMatchObject({ status: 'claimed', generation: 1 });
      disk.fill();
      fixture.patience.tryAgain();
      expect(await fixture.until(id, 'done')).toMatchObject({ generation: 1, attempts: 0 });
      expect(await fixture.store.sessions.ofTask(id)).toHaveLength(1);
    },
  );
});

describe('a daemon on a full disk', () => {
  it('can stop in the middle of a start and of a result', async () => {
    disk.fill('complete', 'markRunning');
    await fixture.enqueue({ kind: 'spawn', prompt: 'true' });
    await disk.untilRefused();
    await fixture.stop();
    fixture = new DispatcherFixture();
  });
});

describe('a session that is over', () => {
  it('is closed when there is room, and its process forgotten', async () => {
    disk.fill('endWithProcess');
    const id = await fixture.enqueue({ kind: 'spawn', prompt: 'true' });
    await disk.untilRefused();
    await fixture.until(id, 'done');
    expect(await fixture.store.sessions.processesOf(fixture.me.owner)).toHaveLength(1);
    disk.fill();
    fixture.patience.tryAgain();
    await fixture.eventually(async () => {
      const [session] = await fixture.store.sessions.ofTask(id);
      const processes = await fixture.store.sessions.processesOf(fixture.me.owner);
      return session?.state === 'ended' && processes.length === 0 ? true : undefined;
    });
  });
});

describe('time asleep that cannot be written', () => {
  it('is written at the next look, once', async () => {
    const id = await fixture.enqueue({ kind: 'attempt', prompt: 'sleep 600' });
    await fixture.until(id, 'running');
    const outcome = await fixture.store.tasks.hold(
      id,
      fixture.me,
      60_000,
      'ann',
      fixture.clock.now(),
    );
    const { heldUntil } = await fixture.task(id);
    expect(outcome.outcome).toBe('held');
    disk.fill('shiftDeadlines');
    fixture.clock.jump(8 * HOUR_MS);
    await expect(fixture.dispatcher.look()).rejects.toThrow('Full.');
    disk.fill();
    await fixture.dispatcher.look();
    await fixture.dispatcher.look();
    expect(await fixture.task(id)).toMatchObject({
      status: 'held',
      heldUntil: (heldUntil ?? 0) + 8 * HOUR_MS,
    });
  });
});
