import { existsSync } from 'node:fs';
import { git } from './git.ts';
import { type Worktree, worktreeOfStart } from './prepare-work-folder.ts';
import { projectOf } from './project-of.ts';

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

/**
 * Removes the worktrees that earlier starts of a task left when their daemon died, by the same rule: untouched, and
 * with no commit that only their branch has. To be called when no process of the task is left.
 */
export async function removeLeftWorktrees(task: {
  readonly home: string;
  readonly folder: string;
  readonly taskId: string;
  /** Starts are numbered up to this one. */
  readonly lastStart: number;
}): Promise<void> {
  if (!existsSync(task.folder)) return;
  const { root, isRepository } = await projectOf(task.folder);
  if (!isRepository) return;
  for (let start = 1; start <= task.lastStart; start += 1) {
    const worktree = worktreeOfStart({ ...task, repository: root, start });
    if (!existsSync(worktree.path)) continue;
    const tip = await git(root, 'rev-parse', `refs/heads/${worktree.branch}`);
    const own = await git(
      root,
      'rev-list',
      '--max-count=1',
      worktree.branch,
      '--not',
      'HEAD',
      `--exclude=${worktree.branch}`,
      '--branches',
      '--remotes',
    );
    if (!tip.ok || !own.ok || own.output !== '') continue;
    await removeWorktreeIfUntouched({ ...worktree, baseCommit: tip.output });
  }
}
