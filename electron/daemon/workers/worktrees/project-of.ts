import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { git } from './git.ts';

export interface FolderProject {
  /** Top folder of the repository, or the folder itself. */
  readonly root: string;
  readonly name: string;
  readonly isRepository: boolean;
}

/** What a folder belongs to. A folder inside a worktree that Fleetboard made belongs to that worktree. */
export async function projectOf(folder: string): Promise<FolderProject> {
  const real = await realpath(folder);
  const top = await git(real, 'rev-parse', '--show-toplevel');
  const root = top.ok && top.output !== '' ? top.output : real;
  return { root, name: path.basename(root) || root, isRepository: root !== real || top.ok };
}
