import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import type { OpenRepository } from './open-repository.ts';

/** A relative core.hooksPath means the person's checkout, which has what an install put there; a fresh worktree does not. */
export async function hooksFolderOf({ top, commonFolder }: OpenRepository): Promise<string> {
  const answer = await git(top, 'config', '--type=path', '--get-all', 'core.hooksPath');
  // The last one is what the runner itself sets.
  const configured = answer.output.split('\n').at(-2);
  return configured === undefined
    ? path.join(commonFolder, 'hooks')
    : path.resolve(top, configured);
}
