import type { ContractHandlers } from '../../../shared/contract.ts';
import { continuePull, mergePullOf } from '../pulls/continue-pull.ts';
import { followPull } from '../pulls/follow-pull.ts';
import { publishRun } from '../pulls/publish.ts';
import type { PullContext } from '../pulls/pull-context.ts';
import type { PullKeeper } from '../pulls/pull-keeper.ts';
import { hasNumber } from '../pulls/reserved.ts';
import type { RunPullRow } from '../store/pulls/pull-store.ts';
import type { Run } from '../store/runs/run-store.ts';
import type { HandlerDependencies } from './handlers.ts';

export interface Pulls {
  readonly context: PullContext;
  readonly keeper: PullKeeper;
}

type PullHandlers = Pick<
  ContractHandlers,
  'run.publish' | 'run.continue' | 'run.mergePull' | 'run.release' | 'run.refreshPull'
>;

/** What people do with the pull request of a run. What changes one waits for the step that its keeper is at. */
export function pullHandlers(dependencies: HandlerDependencies, actor: string): PullHandlers {
  const { me, store, now, pulls } = dependencies;
  const { context, keeper } = pulls;

  async function withMine<Outcome>(
    runId: string,
    act: (run: Run) => Promise<Outcome>,
  ): Promise<
    | Outcome
    | { readonly outcome: 'not_found' }
    | { readonly outcome: 'not_owner'; readonly ownerDaemon: string }
  > {
    try {
      return await keeper.serially.run(runId, async () => {
        const run = await store.runs.find(runId);
        if (run === null) return { outcome: 'not_found' as const };
        return run.ownerDaemon === me.owner
          ? act(run)
          : { outcome: 'not_owner' as const, ownerDaemon: run.ownerDaemon };
      });
    } finally {
      keeper.wake(runId);
    }
  }

  /** What has no number yet is owned by nobody. */
  async function giveUp(row: RunPullRow) {
    if (row.status !== 'publishing') return { outcome: 'not_published' as const };
    const next = { ...row, status: 'released' as const, trouble: null };
    const written = await store.pulls.recordFacts(row, next, [], me, now());
    return written.outcome === 'written' ? { outcome: 'pull_released' as const } : written;
  }

  return {
    'run.publish': ({ runId }) => withMine(runId, (run) => publishRun(context, run, actor)),
    'run.continue': ({ runId, words }) =>
      withMine(runId, (run) => continuePull(context, run, words, actor)),
    'run.mergePull': ({ runId, method }) =>
      withMine(runId, (run) => mergePullOf(context, run, method, actor)),
    'run.refreshPull': ({ runId }) => withMine(runId, () => followPull(context, runId)),

    'run.release': ({ runId }) =>
      withMine(runId, async () => {
        const row = await store.pulls.find(runId);
        if (row === null) return { outcome: 'not_published' as const };
        if (!hasNumber(row)) return giveUp(row);
        const released = await store.pulls.release(row, me, actor, now());
        return released.outcome === 'written' ? { outcome: 'pull_released' as const } : released;
      }),
  };
}
