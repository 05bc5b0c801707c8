import { rm } from 'node:fs/promises';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import { worktreesFolderOf } from '../../workers/worktrees/prepare-work-folder.ts';
import type { Refused } from './merge-refusal.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';

/** Keeps what was prepared from being collected until it has landed. */
export const PREPARED_REFS = 'refs/fleetboard/merges';

/** Where one run's merge is made, and what keeps its commit: known without asking anybody. */
export interface MergePlace {
  readonly folder: string;
  readonly reference: string;
}

export function mergePlaceOf(home: string, { top }: OpenRepository, runId: string): MergePlace {
  return {
    folder: path.join(worktreesFolderOf(home, top), `${runId}-merge`),
    reference: `${PREPARED_REFS}/${runId}`,
  };
}

/** Clears what a merge that was killed left: its worktree and the reference to its commit. Moves no branch. */
export async function abandonMerge({
  home,
  repository,
  runId,
}: {
  readonly home: string;
  readonly repository: string;
  readonly runId: string;
}): Promise<{ readonly outcome: 'abandoned' } | Refused> {
  const opened = await openRepository(repository);
  if (opened.outcome === 'refused') return opened;
  const place = mergePlaceOf(home, opened, runId);
  await removeWorktreeByForce(opened.top, place.folder);
  await git(opened.top, 'update-ref', '-d', place.reference);
  return { outcome: 'abandoned' };
}

/**
 * Removes a worktree that holds nothing of anybody's, also one that git was killed in the middle of making. Other stale
 * entries stay: a folder may be on a disk that is not plugged in.
 */
export async function removeWorktreeByForce(top: string, folder: string): Promise<void> {
  // Twice: git locks a worktree while it makes it.
  const remove = () => git(top, 'worktree', 'remove', '--force', '--force', folder);
  if ((await remove()).ok) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await remove();
}
