import { existsSync } from 'node:fs';
import type { ContractInput, ContractOutput } from '../../../shared/contract.ts';
import type { RunDiscardOutcome, RunMergeOutcome } from '../../../shared/outcomes.ts';
import type { Run } from '../store/runs/run-store.ts';
import { tipOf } from './git/examine-base.ts';
import { landMerge } from './git/land-merge.ts';
import { abandonMerge } from './git/merge-place.ts';
import { predictMerge } from './git/predict-merge.ts';
import { prepareMerge } from './git/prepare-merge.ts';
import { previewRemoval } from './git/preview-removal.ts';
import { readDiff } from './git/read-diff.ts';
import { removeRunWorktree } from './git/remove-run-worktree.ts';
import type { LoopContext } from './loop-context.ts';
import { messageOf } from './settle-attempt.ts';

type ReviewedRun = Pick<Run, 'repository' | 'branch' | 'baseBranch' | 'worktree'>;

/** What the run changed against its base, or one attempt against what was there before it. */
export async function diffOf(
  run: Run,
  ordinal: number | null,
): Promise<ContractOutput<'run.diff'>> {
  const before = run.attempts.filter(
    (attempt) => ordinal !== null && attempt.ordinal < ordinal && attempt.commit !== null,
  );
  const base = before.at(-1)?.commit ?? run.baseCommit;
  const head =
    ordinal === null
      ? (run.headCommit ?? run.baseCommit)
      : run.attempts.find((attempt) => attempt.ordinal === ordinal)?.commit;
  if (head === undefined) return { outcome: 'not_found' };
  const read = await readDiff({
    repository: run.repository,
    baseCommit: base,
    headCommit: head ?? base,
  });
  return read.outcome === 'read'
    ? { outcome: 'found', diff: read.diff }
    : { outcome: 'git_refused', problem: read.problem };
}

export async function predictMergeOf(
  run: ReviewedRun & Pick<Run, 'headCommit' | 'baseCommit'>,
): Promise<ContractOutput<'run.predictMerge'>> {
  const { repository, branch, baseBranch } = run;
  const headCommit = (await tipOf(repository, branch)) ?? run.headCommit ?? run.baseCommit;
  const prediction = await predictMerge({ repository, branch, head: headCommit, baseBranch });
  return { outcome: 'predicted', headCommit, prediction };
}

/**
 * Merges a run that has ended. The commit is made beside everything, then written down, and only then the base moves:
 * whoever is killed in between knows at the next start what was meant.
 */
export async function mergeRun(
  context: LoopContext,
  run: Run,
  input: ContractInput<'run.merge'>,
  actor: string,
): Promise<RunMergeOutcome> {
  const { home, store, me, clock } = context;
  const { repository, branch, baseBranch } = run;
  const prepared = await prepareMerge({
    home,
    repository,
    runId: run.id,
    baseBranch,
    branch,
    expectedBase: input.baseCommit,
    expectedHead: input.headCommit,
    method: input.method,
    message: input.message ?? messageOf(run.goal, null),
  });
  if (prepared.outcome === 'refused') return { outcome: 'git_refused', problem: prepared.refusal };
  const { commit, baseCommit } = prepared;
  const begun = await store.runs.beginMergeIfEnded(
    run.id,
    { commit, baseCommit, headCommit: input.headCommit },
    me,
    actor,
    clock.now(),
  );
  if (begun.outcome !== 'merging') {
    await abandonMerge({ home, repository, runId: run.id });
    return begun;
  }
  const merged = await finishMerge(context, { ...run, merge: { commit, baseCommit } });
  if (merged.outcome === 'run_merged') {
    // What a person committed in the worktree was merged with it.
    const { headCommit } = input;
    await clearSettledRun(context, { ...run, headCommit, status: 'merged' });
  }
  return merged;
}

/** Moves the base to the commit that was written down. Also what a start does with a merge that was cut off. */
export async function finishMerge(context: LoopContext, run: Run): Promise<RunMergeOutcome> {
  const { home, store, me, clock } = context;
  const { id: runId, repository, baseBranch, merge } = run;
  if (merge === null) throw new Error(`Run ${runId} is merging without a commit to merge.`);
  const landed = await landMerge({ repository, baseBranch, ...merge });
  if (landed.outcome === 'refused') {
    const { message } = landed.refusal;
    await context.untilWritten(() => store.runs.endMergeIfMerging(runId, message, me, clock.now()));
    await abandonMerge({ home, repository, runId });
    return { outcome: 'git_refused', problem: landed.refusal };
  }
  await context.untilWritten(() => store.runs.markMergedIfMerging(runId, me, clock.now()));
  return { outcome: 'run_merged', commit: merge.commit, baseBranch };
}

export async function previewDiscardOf(
  run: ReviewedRun,
): Promise<ContractOutput<'run.previewDiscard'>> {
  const shown = await previewRemoval(run);
  return shown.outcome === 'shown'
    ? { outcome: 'found', preview: shown.preview }
    : { outcome: 'git_refused', problem: shown.problem };
}

/** Removes what a person was shown and nothing beyond it; the row follows, so that a killed discard is done again. */
export async function discardRun(
  context: LoopContext,
  run: Run,
  { seen }: ContractInput<'run.discard'>,
  actor: string,
): Promise<RunDiscardOutcome> {
  const { home, store, me, clock } = context;
  const { repository, worktree, branch } = run;
  const removed = await removeRunWorktree({ home, repository, worktree, branch, evenIf: seen });
  if (removed.outcome !== 'removed') return { outcome: 'git_refused', problem: removed.problem };
  const discarded = await context.untilWritten(() =>
    store.runs.discardIfEnded(run.id, me, actor, clock.now()),
  );
  if (discarded.outcome === 'run_discarded') {
    await store.runs.markRemovedIfSettled(run.id, me, clock.now());
  }
  return discarded;
}

/** Clears the worktree and the branch of a run whose work is in the base, unless more is there than was merged. */
export async function clearSettledRun(context: LoopContext, run: Run): Promise<void> {
  const { home, store, me, clock, log } = context;
  const { id: runId, repository, worktree, branch, headCommit } = run;
  await abandonMerge({ home, repository, runId });
  const isThere = existsSync(worktree);
  const shown = await previewRemoval(run);
  if (shown.outcome === 'failed') {
    log.warn({ run: runId, problem: shown.problem }, 'worktree of a settled run not cleared');
    return;
  }
  const { preview } = shown;
  const isAsMerged =
    (!isThere || (preview.uncommitted.length === 0 && preview.headCommit === headCommit)) &&
    (preview.branchCommit === null || preview.branchCommit === headCommit);
  if (!isAsMerged && run.status === 'merged') {
    log.warn({ run: runId, worktree }, 'kept: it holds more than was merged');
    return;
  }
  const removed = await removeRunWorktree({ home, repository, worktree, branch, evenIf: preview });
  if (removed.outcome === 'removed') {
    await store.runs.markRemovedIfSettled(runId, me, clock.now());
  } else
    log.warn({ run: runId, problem: removed.problem }, 'worktree of a settled run not cleared');
}
