import { type GitResult, git } from '../../workers/worktrees/git.ts';

/** In the name of whoever git knows, else in Fleetboard's: an attempt's work is not lost for want of a name. */
export async function commitTree(
  worktree: string,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<GitResult> {
  const args = [
    ...['commit-tree', '--no-gpg-sign', tree, '-m', message],
    ...parents.flatMap((parent) => ['-p', parent]),
  ];
  const named = await git(worktree, ...args);
  if (named.ok) return named;
  const fallback = ['-c', 'user.name=Fleetboard', '-c', 'user.email=fleetboard@localhost'];
  return git(worktree, ...fallback, ...args);
}
