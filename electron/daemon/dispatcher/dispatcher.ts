import { setImmediate as nextTurn } from 'node:timers/promises';
import { workError } from '../../../shared/work-errors.ts';
import type { Task } from '../store/store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { endLostWorker, endWork } from './end-work.ts';
import { keepLeases } from './lease-keeper.ts';
import { isBusy, type Work } from './live-work.ts';
import { startSend, startWorker } from './start-work.ts';
import { TimeGap } from './time-gap.ts';

/**
 * Claims work, runs it, and settles what went away. Woken by event through `kick`; the periodic tick is the backstop.
 * One look at a time: a kick during a look leads to one more.
 */
export class Dispatcher {
  readonly #context: DispatchContext;
  readonly #gap: TimeGap;
  /** Sends whose session was busy, by task id. */
  readonly #deferred = new Map<string, string>();
  readonly #starting = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;

  constructor(context: DispatchContext) {
    this.#context = context;
    this.#gap = new TimeGap(context.clock);
  }

  /** Looks for work as soon as possible. Returns at once. */
  kick(): void {
    if (this.#stopped) return;
    if (this.#looking !== null) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#lookUntilQuiet().finally(() => {
      this.#looking = null;
      if (this.#lookAgain) this.kick();
    });
  }

  /** Stops claiming. Resolves when the current look and every start that it began are over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#starting);
  }

  async #lookUntilQuiet(): Promise<void> {
    do {
      this.#lookAgain = false;
      try {
        await this.look();
      } catch (error) {
        this.#context.log.error({ err: error }, 'tick failed; the next one tries again');
      }
      // Timers and input must get their turn however much is queued.
      await nextTurn();
    } while (this.#lookAgain && !this.#stopped);
    await this.#sleepUntilDue();
  }

  /** One tick. Only `kick` and tests with a clock of their own call it. */
  async look(): Promise<void> {
    await this.#absorbTimeGap();
    await keepLeases(this.#context);
    const requeued = await this.#settleWhatIsOver(this.#context.limits().leaseMs);
    await this.#claimAll(requeued);
  }

  /**
   * Runs what a person asked for. After sleep that may come before the first tick does, so deadlines are moved first:
   * a hold must not lapse because the laptop was closed.
   */
  async act<Outcome>(action: (context: DispatchContext) => Promise<Outcome>): Promise<Outcome> {
    await this.#absorbTimeGap();
    return action(this.#context);
  }

  async #absorbTimeGap(): Promise<void> {
    const gapMs = this.#gap.take();
    if (gapMs === 0) return;
    const { store, me, clock, log, live } = this.#context;
    log.info({ gapMs }, 'slept or the clock was set');
    await store.tasks.shiftDeadlines(me, gapMs, clock.now());
    for (const work of live.works()) work.renewedAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the ids that went back to the queue: nothing is run again in the tick that failed it. */
  async #settleWhatIsOver(leaseMs: number): Promise<readonly string[]> {
    const { store, me, clock, log } = this.#context;
    for (const asked of await store.approvals.lapsed(me, clock.now())) {
      await endWork(
        this.#context,
        { id: asked.taskId, generation: asked.generation },
        {
          outcome: 'failed',
          error: workError('hold_lapsed', 'Nobody answered its question in time.'),
        },
      );
    }
    const lapsed = await store.tasks.settleHeld(me, clock.now());
    const reclaimed = await store.tasks.reclaimStale(me, leaseMs, clock.now());
    for (const task of [...lapsed, ...reclaimed]) {
      log.warn({ task: task.id, generation: task.generation, status: task.status }, 'reclaimed');
      await endLostWorker(this.#context, task);
    }
    const requeued = reclaimed.filter((task) => task.status === 'queued');
    if (requeued.length > 0) this.#lookAgain = true;
    return requeued.map((task) => task.id);
  }

  async #claimAll(requeued: readonly string[]): Promise<void> {
    const { store, me, clock, limits } = this.#context;
    const excludedIds = [...requeued, ...this.#stillDeferred()];
    while (!this.#stopped) {
      const task = await store.tasks.claimNext({
        me,
        workerCap: limits().maxConcurrentWorkers,
        excludedIds,
        now: clock.now(),
      });
      if (task === null) return;
      this.#context.log.info({ task: task.id, generation: task.generation }, 'claimed');
      // A send may come straight back because its session is busy; not twice in one tick.
      excludedIds.push(task.id);
      this.#begin(task);
      await nextTurn();
    }
  }

  #begin(task: Task): void {
    const work: Work = {
      task,
      claim: { id: task.id, generation: task.generation },
      session: null,
      started: Promise.resolve(),
      renewedAt: this.#context.clock.now(),
      finishedWhileHeld: false,
      promptPending: false,
    };
    this.#context.live.add(work);
    work.started = this.#start(work).catch((error: unknown) => this.#failStart(work, error));
    this.#starting.add(work.started);
    void work.started.finally(() => this.#starting.delete(work.started));
  }

  async #start(work: Work): Promise<void> {
    if (work.task.kind !== 'send') return startWorker(this.#context, work);
    const start = await startSend(this.#context, work);
    if (start === 'deferred') this.#deferred.set(work.task.id, work.task.targetSession ?? '');
  }

  async #failStart(work: Work, error: unknown): Promise<void> {
    this.#context.log.error({ task: work.task.id, err: error }, 'start failed');
    if (this.#context.live.closed) return;
    try {
      await endWork(this.#context, work.claim, {
        outcome: 'failed',
        error: workError(
          'worker_could_not_start',
          error instanceof Error ? error.message : String(error),
        ),
      });
    } catch (secondError) {
      // The row stays claimed; its lease runs out and it is reclaimed.
      this.#context.live.remove(work.claim);
      this.#context.log.error({ task: work.task.id, err: secondError }, 'failure not recorded');
    }
  }

  #stillDeferred(): readonly string[] {
    for (const [taskId, sessionId] of this.#deferred) {
      const session = this.#context.live.session(sessionId);
      if (session === undefined || !isBusy(session)) this.#deferred.delete(taskId);
    }
    return [...this.#deferred.keys()];
  }

  async #sleepUntilDue(): Promise<void> {
    if (this.#stopped) return;
    const { store, me, clock, limits, log } = this.#context;
    let sleepMs: number = limits().tickMs;
    try {
      const dueAt = await store.tasks.nextDueAt(me, clock.now());
      if (dueAt !== null) sleepMs = Math.min(sleepMs, Math.max(1, dueAt - clock.now()));
    } catch (error) {
      log.error({ err: error }, 'next due time not known');
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.kick(), sleepMs);
  }
}
