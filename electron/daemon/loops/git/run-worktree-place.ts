import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../../../shared/problems.ts';

export interface RunPlace {
  readonly home: string;
  readonly repository: string;
  readonly worktree: string;
  readonly branch: string;
}

/** Why a worktree or a branch is not one that Fleetboard made, and so never one that it removes; null when it is. */
export function notOurs({ home, repository, worktree, branch }: RunPlace): Problem | null {
  const parent = path.join(realOf(home), 'worktrees');
  const folder = realOf(worktree);
  const isInHome = folder.startsWith(`${parent}${path.sep}`);
  const isRepository = realOf(repository) === folder;
  if (isInHome && !isRepository && /^fleetboard\/[^/]+\/\d+$/.test(branch)) return null;
  return {
    code: 'not_ours',
    message: `${worktree} on "${branch}" is no worktree that Fleetboard made under ${parent}.`,
    nextStep: 'Remove it by hand if it is not needed: git worktree remove.',
  };
}

/** Also of a folder that is gone: its parent may be a link. */
function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realOf(parent), path.basename(folder));
  }
}
