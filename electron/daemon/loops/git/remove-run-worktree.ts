import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';
import type { RemovalFacts } from '../../../../shared/review.ts';
import { git } from '../../workers/worktrees/git.ts';
import { removeWorktreeByForce } from './merge-place.ts';
import { removalFacts } from './preview-removal.ts';
import { KEPT_REFS } from './return-to-branch.ts';
import { notOurs, type RunPlace } from './run-worktree-place.ts';

export interface RunWorktreeRemoval extends RunPlace {
  /** What the person was shown: anything beyond it stays. */
  readonly evenIf: RemovalFacts;
}

export type RemovedRunWorktree =
  /** Also when there was nothing left to remove. */
  | { readonly outcome: 'removed' }
  /** Something is there that the person was not shown. Nothing was removed. */
  | { readonly outcome: 'changed_since'; readonly now: RemovalFacts; readonly problem: Problem }
  | { readonly outcome: 'refused'; readonly problem: Problem };

/** Removes a run's worktree and branch if they are as they were shown. Goes on from where an earlier try was killed. */
export async function removeRunWorktree(removal: RunWorktreeRemoval): Promise<RemovedRunWorktree> {
  const { repository, worktree, branch, evenIf } = removal;
  const foreign = notOurs(removal);
  if (foreign !== null) return { outcome: 'refused', problem: foreign };
  const found = await removalFacts({ repository, worktree, branch });
  if (found.outcome === 'failed') return { outcome: 'refused', problem: found.problem };
  const change = changeBetween(evenIf, found.facts, removal);
  if (change !== null) return { outcome: 'changed_since', now: found.facts, problem: change };

  if (existsSync(path.join(worktree, '.git'))) {
    const removed = await git(repository, 'worktree', 'remove', '--force', worktree);
    if (!removed.ok) return refused(`remove ${worktree}`, removed.message);
  } else {
    // What an earlier removal left when it was killed.
    await removeWorktreeByForce(repository, worktree);
  }
  const { branchCommit } = found.facts;
  if (branchCommit !== null) {
    // Compared and deleted in one step: a commit that was made meanwhile keeps its branch.
    const deleted = await git(
      repository,
      ...['update-ref', '-d', `refs/heads/${branch}`, branchCommit],
    );
    if (!deleted.ok) return refused(`delete the branch "${branch}"`, deleted.message);
  }
  await deleteKept(repository, branch);
  return { outcome: 'removed' };
}

/** Null when nothing is there beyond what was shown. What was shown and is gone already is no reason to stop. */
function changeBetween(
  shown: RemovalFacts,
  now: RemovalFacts,
  { worktree, branch }: RunPlace,
): Problem | null {
  const isGone = now.headCommit === null;
  const headMoved = !isGone && now.headCommit !== shown.headCommit;
  const branchMoved = now.branchCommit !== null && now.branchCommit !== shown.branchCommit;
  const filesChanged = !isGone && now.uncommittedDigest !== shown.uncommittedDigest;
  if (!headMoved && !branchMoved && !filesChanged) return null;
  const what = headMoved || branchMoved ? `Commits on "${branch}"` : `Files in ${worktree}`;
  return {
    code: 'changed_since',
    message: `${what} changed since you were shown what would go. Nothing was removed.`,
    nextStep: 'Look at what would go now, then decide again.',
  };
}

async function deleteKept(repository: string, branch: string): Promise<void> {
  const kept = await git(
    repository,
    ...['for-each-ref', '--format=%(refname) %(objectname)', `${KEPT_REFS}/${branch}/`],
  );
  for (const line of kept.output.split('\n')) {
    const [name, commit] = line.split(' ');
    if (name && commit) await git(repository, 'update-ref', '-d', name, commit);
  }
}

function refused(doing: string, message: string): RemovedRunWorktree {
  return {
    outcome: 'refused',
    problem: {
      code: 'git_refused',
      message: `git refused to ${doing}: ${message}`,
      nextStep: 'Resolve what git reports, then remove it again.',
    },
  };
}
