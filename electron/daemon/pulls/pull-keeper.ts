import { describeOutcome } from '../../../shared/outcome-words.ts';
import { isOnTheForge } from '../../../shared/pulls.ts';
import { logFailure } from '../log-failure.ts';
import { SerialWork } from '../loops/serial-work.ts';
import type { RunPullRow } from '../store/pulls/pull-store.ts';
import type { Run } from '../store/runs/run-store.ts';
import { followPull } from './follow-pull.ts';
import { publishRun } from './publish.ts';
import type { PullContext } from './pull-context.ts';
import { hasNumber } from './reserved.ts';

const TRY_AGAIN_MS = 30_000;

/**
 * Follows each pull request of this daemon's runs: reads it when its row says so, finishes what a kill cut off, and brings
 * to it what a continued run has passed with.
 */
export class PullKeeper {
  /** Also for what people do with a pull request, so that it does not change under a step. */
  readonly serially = new SerialWork();
  readonly #context: PullContext;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #stopped = false;

  constructor(context: PullContext) {
    this.#context = context;
  }

  async start(): Promise<void> {
    const { store, me } = this.#context;
    await store.pulls.unreserveOfEarlierBoots(me, this.#context.clock.now());
    for (const runId of await store.pulls.followed(me)) this.wake(runId);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await this.serially.settled();
  }

  /** The run or its pull request has changed. */
  wake(runId: string): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(runId));
    this.serially
      .run(runId, () => this.#step(runId))
      .catch((error: unknown) => {
        logFailure(this.#context.log, error, `pull request of run ${runId} not followed`);
        this.#wakeIn(runId, TRY_AGAIN_MS);
      });
  }

  async #step(runId: string): Promise<void> {
    const { store, clock, me, log } = this.#context;
    const [row, run] = await Promise.all([store.pulls.find(runId), store.runs.find(runId)]);
    if (this.#stopped || row === null || run === null || run.ownerDaemon !== me.owner) return;
    if (!isOnTheForge(row)) return;
    const hasNews =
      run.endReason === 'passed' &&
      row.pushedCommit !== null &&
      run.headCommit !== row.pushedCommit;
    const isToPublish = run.status === 'ended' && (row.status === 'publishing' || hasNews);
    if (isToPublish && !(await this.#publish(run, row))) return;
    const before = row.continuedFrom;
    const isUnchanged = run.status === 'ended' && run.headCommit === row.pushedCommit;
    if (row.status === 'continuing' && isUnchanged && before !== null && hasNumber(row)) {
      const rolledBack = await store.pulls.rollBackIfUnchanged(row, before, me, clock.now());
      if (rolledBack.outcome === 'race_lost') {
        log.warn({ run: runId, rolledBack }, 'a continuation was not taken back: newer is there');
      }
    }
    const waitMs = (row.nextReadAt ?? 0) - clock.now();
    // A merge that nobody is at was cut off.
    const isDue = waitMs <= 0 || hasNews || row.status === 'merging';
    if (!isDue) {
      this.#wakeIn(runId, waitMs);
      return;
    }
    await followPull(this.#context, runId);
    const after = await store.pulls.find(runId);
    if (after !== null && isOnTheForge(after)) {
      this.#wakeIn(runId, Math.max(1_000, (after.nextReadAt ?? 0) - clock.now()));
    }
  }

  /** Whether it is on the forge; where it is not, that is written down, read about, and tried again after a while. */
  async #publish(run: Run, row: RunPullRow): Promise<boolean> {
    const { store, clock, me, log } = this.#context;
    const waitMs = TRY_AGAIN_MS * 2 ** Math.min(row.failures, 7);
    if (row.trouble !== null && row.nextReadAt !== null && row.nextReadAt > clock.now()) {
      this.#wakeIn(run.id, row.nextReadAt - clock.now());
      return false;
    }
    const published = await publishRun(this.#context, run, row.requester);
    if (published.outcome === 'published') return true;
    log.warn({ run: run.id, published }, 'not published; tried again later');
    if (hasNumber(row)) await followPull(this.#context, run.id);
    const now = await store.pulls.find(run.id);
    if (now === null || !isOnTheForge(now)) return false;
    const trouble = {
      code: published.outcome,
      message: describeOutcome(published),
      nextStep: 'It is tried again by itself. Release the pull request to settle the run here.',
    };
    const failures = now.failures + 1;
    const next = { ...now, trouble, failures, nextReadAt: clock.now() + waitMs };
    await store.pulls.recordFacts(now, next, [], me, clock.now());
    this.#wakeIn(run.id, waitMs);
    return false;
  }

  #wakeIn(runId: string, waitMs: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(runId));
    const timer = setTimeout(() => this.wake(runId), waitMs);
    timer.unref();
    this.#timers.set(runId, timer);
  }
}
