import { existsSync } from 'node:fs';
import { git } from './git.ts';
import type { Worktree } from './prepare-work-folder.ts';

/**
 * Removes a worktree and its branch if nobody would miss them: no uncommitted and no ignored files, no commit beyond
 * its base. Returns whether it was removed; anything else is left exactly as it is.
 */
export async function removeWorktreeIfUntouched(worktree: Worktree): Promise<boolean> {
  const { repository, path, branch, baseCommit } = worktree;
  if (!existsSync(path)) return false;
  const status = await git(path, 'status', '--porcelain', '--ignored');
  const head = await git(path, 'rev-parse', 'HEAD');
  if (!status.ok || status.output !== '' || !head.ok || head.output !== baseCommit) return false;
  // Without --force git refuses as well if something appeared since.
  const removed = await git(repository, 'worktree', 'remove', path);
  if (!removed.ok) return false;
  // Compared and deleted in one step: a commit that was made meanwhile keeps its branch.
  await git(repository, 'update-ref', '-d', `refs/heads/${branch}`, baseCommit);
  return true;
}
