import { existsSync } from 'node:fs';
import path from 'node:path';
import pLimit from 'p-limit';
import { assertNever } from '../../../shared/assert-never.ts';
import { costOf, workedMsOf } from '../../../shared/spent.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import type { AttemptGround, AttemptHooks } from '../dispatcher/attempt-hooks.ts';
import { logFailure } from '../log-failure.ts';
import type { Attempt, Run } from '../store/runs/run-store.ts';
import type { Task } from '../store/store.ts';
import type { WorkerHandle } from '../workers/worker-handle.ts';
import { groundOfAttempt, sessionBefore, workFolderOf } from './attempt-ground.ts';
import { decide } from './decide.ts';
import { needsCheck } from './judge-attempt.ts';
import type { LoopContext } from './loop-context.ts';
import { OutsideMerges } from './outside-merges.ts';
import { clearSettledRun, finishMerge } from './review.ts';
import { runCheck } from './run-check.ts';
import { KnownRules } from './run-rules.ts';
import { SerialWork } from './serial-work.ts';
import { SessionCosts } from './session-costs.ts';
import { settleAttempt } from './settle-attempt.ts';

/** A check of a run without a time limit. */
const LONGEST_CHECK_MS = 60 * 60_000;
/** Endings are told; this is for one that was lost. */
const LOOK_AGAIN_MS = 60_000;
/** After a step that failed because something was broken. */
const TRY_AGAIN_MS = 5_000;
/** setTimeout takes no longer ones; it is looked at again then. */
const LONGEST_TIMER_MS = 24 * 60 * 60_000;

/**
 * Takes each run from step to step. What the next step is, the rows say: a controller that died between any two goes on
 * from where they stand. One step at a time for each run; runs do not wait for each other.
 */
export class LoopController implements AttemptHooks {
  readonly rules: KnownRules;
  /** Also for what people do with a run, so that it does not change under a step. */
  readonly serially = new SerialWork();
  readonly #context: LoopContext;
  readonly #outside: OutsideMerges;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #stop = new AbortController();
  /** Checks under way, by run. */
  readonly #checks = new Map<string, AbortController>();
  /** Set-ups under way, by run. */
  readonly #setUps = new Map<string, AbortController>();
  readonly #checksAtOnce = pLimit(1);
  readonly #costs = new SessionCosts();

  constructor(context: LoopContext) {
    this.#context = context;
    this.rules = new KnownRules(context.store.runs);
    this.#outside = new OutsideMerges(context, (runId) => this.wake(runId));
  }

  /** Goes on with every run of this daemon. */
  async start(): Promise<void> {
    const { store, me } = this.#context;
    for (const runId of await store.runs.open(me)) this.wake(runId);
  }

  /** No step begins any more. Resolves when the current ones are over; what they were about is gone on with later. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#outside.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const check of this.#checks.values()) check.abort();
    await this.serially.settled();
  }

  /** Something about the run has changed: it is taken as far as it goes. */
  wake(runId: string): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timers.get(runId));
    this.#timers.delete(runId);
    this.serially
      .run(runId, () => this.#advance(runId))
      .catch((error: unknown) => {
        logFailure(this.#context.log, error, `run ${runId} is stuck; tried again`);
        this.#wakeIn(runId, TRY_AGAIN_MS);
      });
  }

  /** More checks may run at once now, or fewer from now on. */
  limitsChanged(): void {
    this.#checksAtOnce.concurrency = this.#context.limits().maxConcurrentWorkers;
  }

  /** Ends a check or a set-up that is under way. */
  endCommands(runId: string): void {
    this.#checks.get(runId)?.abort();
    this.#setUps.get(runId)?.abort();
  }

  onAttemptCancelled(task: Task): void {
    if (task.runId !== null) this.#setUps.get(task.runId)?.abort();
  }

  async continueAttempt(task: Task): Promise<string | null> {
    const run = task.runId === null ? null : await this.#context.store.runs.find(task.runId);
    if (run === null) return null;
    await this.rules.refresh(run.id);
    const session = await sessionBefore(this.#context, run, task);
    if (session === null || existsSync(path.join(run.worktree, '.git'))) return session?.id ?? null;
    // Somebody removed the folder that it works in.
    await this.#context.queue.endSession(session.id);
    return null;
  }

  spawnAttemptWorker(task: Task): Promise<AttemptGround> {
    const stop = new AbortController();
    if (task.runId !== null) this.#setUps.set(task.runId, stop);
    const signal = AbortSignal.any([stop.signal, this.#stop.signal]);
    return groundOfAttempt(this.#context, this.rules, task, signal).finally(() => {
      if (task.runId !== null) this.#setUps.delete(task.runId);
    });
  }

  onAttemptStarted(task: Task, worker: WorkerHandle): void {
    if (task.runId === null) return;
    this.wake(task.runId);
    const { runId } = task;
    this.#costs.promptBegins(worker, (spent) => {
      this.#keepToBudget(runId, task, spent).catch((error: unknown) => {
        logFailure(this.#context.log, error, `cost of run ${runId} not judged`);
      });
    });
  }

  onAttemptWaiting(task: Task): void {
    if (task.runId !== null) this.wake(task.runId);
  }

  onAttemptResumed(task: Task): void {
    if (task.runId !== null) this.wake(task.runId);
  }

  onAttemptSettled(task: Task): void {
    if (task.runId !== null) this.wake(task.runId);
  }

  async #advance(runId: string): Promise<void> {
    const { store, me } = this.#context;
    for (;;) {
      const run = await store.runs.find(runId);
      if (this.#stop.signal.aborted || run === null || run.ownerDaemon !== me.owner) return;
      if ((await this.#step(run)) === 'waits') return;
    }
  }

  async #step(run: Run): Promise<'went_on' | 'waits'> {
    switch (run.status) {
      case 'working':
        return this.#stepOfAttempt(run);
      case 'ended':
        await this.#endSessions(run);
        this.#context.onEnded(run.id);
        return this.#outside.look(run);
      case 'merging':
        await finishMerge(this.#context, run);
        return 'went_on';
      case 'merged':
      case 'discarded':
        this.rules.forget(run.id);
        await this.#endSessions(run);
        await clearSettledRun(this.#context, run);
        return 'waits';
      default:
        return assertNever(run.status);
    }
  }

  async #stepOfAttempt(run: Run): Promise<'went_on' | 'waits'> {
    const { store, me, clock } = this.#context;
    const attempt = run.attempts.at(-1);
    if (attempt === undefined) throw new Error(`Run ${run.id} works without an attempt.`);
    switch (attempt.phase) {
      case 'planned': {
        const waitMs = attempt.notBefore - clock.now();
        if (waitMs > 0) return this.#wakeIn(run.id, waitMs);
        await store.runs.enqueueIfPlanned(run.id, attempt.ordinal, me, clock.now());
        return 'went_on';
      }
      case 'enqueued':
        return this.#followTask(run, attempt, await this.#taskOf(attempt));
      case 'settled':
        return this.#judge(run, attempt, await this.#taskOf(attempt));
      case 'checked':
        return this.#decide(run, attempt, await this.#taskOf(attempt));
      case 'decided':
        throw new Error(`Run ${run.id} works although its last attempt is decided.`);
      default:
        return assertNever(attempt.phase);
    }
  }

  async #taskOf(attempt: Attempt): Promise<Task> {
    const task = await this.#context.store.tasks.find(attempt.taskId);
    if (task === null) throw new Error(`Task ${attempt.taskId} of an attempt is gone.`);
    return task;
  }

  async #followTask(run: Run, attempt: Attempt, task: Task): Promise<'went_on' | 'waits'> {
    const { store, me, clock } = this.#context;
    if (!isTerminal(task.status)) {
      // Stopped between the row and the queue.
      if (run.stoppedBy !== null) return this.#cancelAttempt(task, run.stoppedBy);
      this.#wakeIn(run.id, LOOK_AGAIN_MS);
      return this.#keepToLimits(run, task);
    }
    const settled = await settleAttempt(this.#context, run, attempt, task);
    await store.runs.settleIfEnqueued(run.id, attempt.ordinal, settled, me, clock.now());
    return 'went_on';
  }

  async #judge(run: Run, attempt: Attempt, task: Task): Promise<'went_on' | 'waits'> {
    if (run.stoppedBy !== null || !needsCheck(task)) return this.#decide(run, attempt, task);
    const { store, me, clock } = this.#context;
    const check = await this.#check(run, attempt);
    // Ended with the daemon: it has not failed, and runs again at the next start.
    if (this.#stop.signal.aborted) return 'waits';
    await store.runs.recordCheckIfSettled(run.id, attempt.ordinal, check, me, clock.now());
    return 'went_on';
  }

  async #check(run: Run, attempt: Attempt) {
    const { agent, store, me, clock, workers } = this.#context;
    const shell = agent('command');
    if (shell === undefined) throw new Error('There is no built-in agent "command".');
    const stop = new AbortController();
    this.#checks.set(run.id, stop);
    this.limitsChanged();
    const signal = AbortSignal.any([stop.signal, this.#stop.signal]);
    try {
      return await this.#checksAtOnce(() =>
        runCheck(workers, {
          shell,
          command: run.check,
          folder: workFolderOf(run, run.worktree),
          env: { FLEETBOARD_RUN: run.id, FLEETBOARD_ATTEMPT: String(attempt.ordinal) },
          limitMs: Math.max(1_000, remainingMsOf(run) ?? LONGEST_CHECK_MS),
          record: (process) => store.sessions.recordProcess(process, me, clock.now()),
          forget: (sessionId) => store.sessions.forgetProcess(sessionId),
          signal,
        }),
      );
    } finally {
      this.#checks.delete(run.id);
    }
  }

  async #decide(run: Run, attempt: Attempt, task: Task): Promise<'went_on'> {
    const { store, me, clock, log } = this.#context;
    const { outcome, decision } = await decide(this.#context, run, attempt, task);
    const won = await store.runs.decideIfSettled(
      run.id,
      attempt.ordinal,
      outcome,
      decision,
      me,
      clock.now(),
    );
    if (won) {
      const next = decision.step === 'end' ? decision.reason : decision.attempt.because;
      log.info({ run: run.id, attempt: attempt.ordinal, outcome, next }, 'attempt decided');
    }
    return 'went_on';
  }

  async #keepToLimits(run: Run, task: Task): Promise<'waits'> {
    const leftMs = remainingMsOf(run);
    if (leftMs === null || task.startedAt === null || task.status === 'held') return 'waits';
    // What an earlier boot left is taken back by the queue.
    if (task.claimOwner !== this.#context.me.bootId) return 'waits';
    const workedMs = this.#context.clock.now() - task.startedAt - task.parkedMs;
    if (workedMs >= leftMs) return this.#cancelAttempt(task, 'the time limit');
    return this.#wakeIn(run.id, Math.min(leftMs - workedMs, LOOK_AGAIN_MS));
  }

  /** Not awaited: that it has settled is told like every other ending. */
  #cancelAttempt(task: Task, actor: string): 'waits' {
    this.#context.queue.cancel(task.id, actor).catch((error: unknown) => {
      logFailure(this.#context.log, error, `attempt ${task.id} not cancelled`);
      if (task.runId !== null) this.#wakeIn(task.runId, TRY_AGAIN_MS);
    });
    return 'waits';
  }

  async #keepToBudget(runId: string, task: Task, spent: number): Promise<void> {
    const run = await this.#context.store.runs.find(runId);
    if (run?.limits.maxCost == null || run.attempts.at(-1)?.taskId !== task.id) return;
    const earlier = costOf(run.attempts.filter(({ round }) => round === run.round))?.amount ?? 0;
    if (earlier + spent >= run.limits.maxCost) this.#cancelAttempt(task, 'the cost limit');
  }

  /** The worker of an attempt stays for the next one; with the last it goes. */
  async #endSessions(run: Run): Promise<void> {
    const { tasks } = this.#context.store;
    const sessions = new Set<string>();
    for (const { taskId } of run.attempts) {
      const session = (await tasks.find(taskId))?.workerSessionId;
      if (session != null) sessions.add(session);
    }
    for (const session of sessions) await this.#context.queue.endSession(session);
  }

  #wakeIn(runId: string, waitMs: number): 'waits' {
    if (this.#stop.signal.aborted) return 'waits';
    clearTimeout(this.#timers.get(runId));
    const timer = setTimeout(() => this.wake(runId), Math.min(waitMs, LONGEST_TIMER_MS));
    this.#timers.set(runId, timer);
    return 'waits';
  }
}

/** Milliseconds of work that the settled attempts of this round leave; null without a limit. */
function remainingMsOf({ limits, attempts, round }: Run): number | null {
  if (limits.maxMs === null) return null;
  const ofRound = attempts.filter((attempt) => attempt.round === round);
  return limits.maxMs - ofRound.reduce((sum, attempt) => sum + workedMsOf(attempt), 0);
}
