import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';

export interface FolderProject {
  /** Top folder of the repository, or the folder itself. */
  readonly root: string;
  readonly name: string;
  readonly isRepository: boolean;
}

/**
 * What a folder belongs to. A folder inside a worktree belongs to that worktree. Looked up without asking git: a person
 * waits for the card, and a process costs more than a few looks at the disk.
 */
export async function projectOf(folder: string): Promise<FolderProject> {
  const real = await realpath(folder);
  const top = repositoryAround(real);
  const root = top ?? real;
  return { root, name: path.basename(root) || root, isRepository: top !== null };
}

/** The nearest folder with a `.git` in it: a folder in a checkout, a file in a worktree or a submodule. */
function repositoryAround(folder: string): string | null {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, '.git'))) return current;
    if (path.dirname(current) === current) return null;
  }
}
