import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { assertNever } from '../../../../shared/assert-never.ts';
import { git } from '../../workers/worktrees/git.ts';

/** What an agent began and did not finish. `am` applies patches: unlike a rebase it stays on its branch. */
export type LeftOperation = 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

export function leftOperations(gitFolder: string): LeftOperation[] {
  const has = (...parts: string[]) => existsSync(path.join(gitFolder, ...parts));
  const isRebase = has('rebase-merge') || has('rebase-apply', 'head-name');
  const found: readonly (readonly [LeftOperation, boolean])[] = [
    ['rebase', isRebase],
    ['am', !isRebase && has('rebase-apply')],
    ['merge', has('MERGE_HEAD')],
    ['cherry-pick', has('CHERRY_PICK_HEAD')],
    ['revert', has('REVERT_HEAD')],
    ['bisect', has('BISECT_LOG')],
  ];
  return found.flatMap(([operation, isLeft]) => (isLeft ? operation : []));
}

/** Makes git forget an operation. Moves nothing and changes no file. */
export async function forgetOperation(folder: string, operation: LeftOperation): Promise<void> {
  switch (operation) {
    case 'rebase':
    case 'am':
    case 'merge':
    case 'cherry-pick':
    case 'revert':
      await git(folder, operation, '--quit');
      return;
    case 'bisect':
      await git(folder, 'bisect', 'reset', 'HEAD');
      return;
    default:
      assertNever(operation);
  }
}

/** Locks of an ended git on what only this worktree uses. Locks on what it shares with others are theirs. */
export function removeLeftLocks(gitFolder: string, commonFolder: string, branch: string): void {
  const locks = [
    path.join(gitFolder, 'index.lock'),
    path.join(gitFolder, 'HEAD.lock'),
    path.join(commonFolder, 'refs', 'heads', `${branch}.lock`),
  ];
  for (const lock of locks) rmSync(lock, { force: true });
}
