import { logFailure } from '../log-failure.ts';
import type { Run } from '../store/runs/run-store.ts';
import { tipOf } from './git/examine-base.ts';
import { isMergedOutside } from './git/merged-outside.ts';
import type { LoopContext } from './loop-context.ts';

/** Nobody tells when somebody merges by hand, so the base of runs that wait for their review is looked at. */
const LOOK_EVERY_MS = 15_000;

/** Notices that the work of a run came into its base by other hands. */
export class OutsideMerges {
  readonly #context: LoopContext;
  readonly #wake: (runId: string) => void;
  /** The tip of the base when it was last looked at. */
  readonly #tips = new Map<string, string | null>();
  #stopped = false;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(context: LoopContext, wake: (runId: string) => void) {
    this.#context = context;
    this.#wake = wake;
  }

  /** Looks at once and from now on, until the run no longer waits for its review. */
  async look(run: Run): Promise<'went_on' | 'waits'> {
    const { id, repository, baseBranch, headCommit, baseCommit } = run;
    if (headCommit === null || headCommit === baseCommit) return 'waits';
    const tip = await tipOf(repository, baseBranch);
    const question = { repository, baseBranch, head: headCommit, baseCommit };
    if (tip === null) this.#tips.set(id, null);
    else if (tip !== this.#tips.get(id)) {
      const found = await isMergedOutside(question);
      if (found.outcome === 'merged') {
        this.#tips.delete(id);
        const { store, me, clock } = this.#context;
        await store.runs.markMergedIfEnded(id, me, clock.now());
        return 'went_on';
      }
      this.#tips.set(id, tip);
    }
    this.#lookLater(id);
    return 'waits';
  }

  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #lookLater(runId: string): void {
    if (this.#stopped) return;
    clearTimeout(this.#timers.get(runId));
    const timer = setTimeout(() => void this.#wakeIfMoved(runId), LOOK_EVERY_MS);
    timer.unref();
    this.#timers.set(runId, timer);
  }

  async #wakeIfMoved(runId: string): Promise<void> {
    try {
      const run = await this.#context.store.runs.find(runId);
      if (run?.status !== 'ended') return;
      const tip = await tipOf(run.repository, run.baseBranch);
      if (tip !== this.#tips.get(runId)) this.#wake(runId);
      else this.#lookLater(runId);
    } catch (error) {
      logFailure(this.#context.log, error, `base of run ${runId} not looked at`);
      this.#lookLater(runId);
    }
  }
}
