import { setImmediate as nextTurn } from 'node:timers/promises';
import { workError } from '../../../shared/work-errors.ts';
import { logFailure } from '../log-failure.ts';
import type { DueNow, Task } from '../store/store.ts';
import { deliverEvents } from './deliver-events.ts';
import { type DispatchContext, hooksOf } from './dispatch-context.ts';
import { endLostWorker, endWork } from './end-work.ts';
import { keepLeases } from './lease-keeper.ts';
import { isBusy, type Work } from './live-work.ts';
import { startSend, startWorker } from './start-work.ts';
import { TimeGap } from './time-gap.ts';

const MOST_CLAIMS_AT_ONCE = 64;
/** A tick that has claimed this much ends, and the next one follows at once. */
const MOST_EXCLUDED = 200;

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
  /** A gap that the database could not be told of yet. */
  #unwrittenGapMs = 0;
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

  /** The machine is about to sleep. */
  suspended(): void {
    this.#gap.suspended();
  }

  /** The machine woke up: what is alive is renewed now rather than at the next tick. */
  resumed(): void {
    this.#gap.resumed();
    this.kick();
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
        logFailure(this.#context.log, error, 'tick failed; the next one tries again');
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
    const { store, me, clock, limits } = this.#context;
    const { leaseMs } = limits();
    const due = await store.tasks.dueNow(me, leaseMs, clock.now());
    const requeued = await this.#settleWhatIsOver(due, leaseMs);
    if (due.conductors) await deliverEvents(this.#context);
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
    const gapMs = this.#gap.take() + this.#unwrittenGapMs;
    if (gapMs === 0) return;
    const { store, me, clock, log, live } = this.#context;
    log.info({ gapMs }, 'slept or the clock was set');
    this.#unwrittenGapMs = 0;
    try {
      await store.tasks.shiftDeadlines(me, gapMs, clock.now());
    } catch (error) {
      this.#unwrittenGapMs += gapMs;
      throw error;
    }
    for (const work of live.works()) work.renewedAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the ids that went back to the queue: nothing is run again in the tick that failed it. */
  async #settleWhatIsOver(due: DueNow, leaseMs: number): Promise<readonly string[]> {
    const { store, me, clock } = this.#context;
    if (due.held) await this.#followReclaimed(await store.tasks.settleHeld(me, clock.now()));
    const reclaimed = due.stale ? await store.tasks.reclaimStale(me, leaseMs, clock.now()) : [];
    await this.#followReclaimed(reclaimed);
    // Only after what is judged by leases: this may wait for the database, and leases run meanwhile.
    for (const asked of due.lapsed ? await store.approvals.lapsed(me, clock.now()) : []) {
      await endWork(
        this.#context,
        { id: asked.taskId, generation: asked.generation },
        {
          outcome: 'failed',
          error: workError('hold_lapsed', 'Nobody answered its question in time.'),
        },
      );
    }
    const requeued = reclaimed.filter((task) => task.status === 'queued');
    if (requeued.length > 0) this.#lookAgain = true;
    return requeued.map((task) => task.id);
  }

  /** What is written has happened: one that cannot be followed does not keep the others from it. */
  async #followReclaimed(tasks: readonly Task[]): Promise<void> {
    const { log } = this.#context;
    for (const task of tasks) {
      log.warn({ task: task.id, generation: task.generation, status: task.status }, 'reclaimed');
      const hooks = hooksOf(this.#context, task);
      try {
        await endLostWorker(this.#context, task);
      } catch (error) {
        logFailure(log, error, `worker of ${task.id} not ended`);
      }
      if (hooks === undefined) this.#clearLeftFolders(task);
      else hooks.onAttemptSettled(task);
    }
  }

  /** Not awaited: git takes its time, and the next start works in a folder of its own. */
  #clearLeftFolders(task: Task): void {
    const { clearLeftFolders, log } = this.#context;
    clearLeftFolders(task).catch((error: unknown) => {
      log.warn({ task: task.id, err: error }, 'left folders not cleared');
    });
  }

  async #claimAll(requeued: readonly string[]): Promise<void> {
    const excludedIds = [...requeued, ...this.#stillDeferred()];
    while (!this.#stopped) {
      const claimed = await this.#claimMany(excludedIds);
      if (claimed.length < MOST_CLAIMS_AT_ONCE) return;
      // A send may come straight back because its session is busy; not twice in one tick.
      for (const { id } of claimed) excludedIds.push(id);
      if (excludedIds.length >= MOST_EXCLUDED) {
        this.#lookAgain = true;
        return;
      }
      await nextTurn();
    }
  }

  async #claimMany(excludedIds: readonly string[]): Promise<readonly Task[]> {
    const { store, me, clock, limits, log } = this.#context;
    const claimed = await store.tasks.claimUpTo(MOST_CLAIMS_AT_ONCE, {
      me,
      workerCap: limits().maxConcurrentWorkers,
      excludedIds: [...excludedIds],
      now: clock.now(),
    });
    for (const task of claimed) {
      log.info({ task: task.id, generation: task.generation }, 'claimed');
      this.#begin(task);
    }
    return claimed;
  }

  #begin(task: Task): void {
    const work: Work = {
      task,
      claim: { id: task.id, generation: task.generation },
      session: null,
      started: Promise.resolve(),
      renewedAt: this.#context.clock.now(),
      isEnding: false,
      goneSince: null,
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
      const nextAt = await store.tasks.nextDueAt(me, clock.now());
      if (nextAt !== null) sleepMs = Math.min(sleepMs, Math.max(1, nextAt - clock.now()));
    } catch (error) {
      logFailure(log, error, 'next due time not known');
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    const dueAt = performance.now() + sleepMs;
    this.#timer = setTimeout(() => {
      this.#gap.late(performance.now() - dueAt);
      this.kick();
    }, sleepMs);
  }
}
