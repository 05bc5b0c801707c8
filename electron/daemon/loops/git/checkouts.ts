import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import type { OpenRepository } from './open-repository.ts';

/** One checkout of a repository: the main one or a linked worktree. */
export interface Checkout {
  readonly folder: string;
  /** Null while it is detached. */
  readonly branch: string | null;
}

/** Every checkout whose folder is there. */
export async function checkoutsOf(repository: OpenRepository): Promise<readonly Checkout[]> {
  const { top, gitFolder, commonFolder } = repository;
  const list = await git(top, 'worktree', 'list', '--porcelain', '-z');
  if (!list.ok) return [];
  return list.output.split('\0\0').flatMap((entry, at) => {
    const lines = entry.split('\0');
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
    // Of a submodule, and where the state lies apart, git lists the folder of the state in place of the checkout.
    const folder = at === 0 && gitFolder === commonFolder ? top : field('worktree');
    if (folder === undefined || !existsSync(folder)) return [];
    const branch = field('branch')?.replace(/^refs\/heads\//, '') ?? null;
    return [{ folder: path.normalize(folder), branch }];
  });
}

/** A file or folder that git keeps while it waits for somebody, and what that is called. */
const IN_PROGRESS: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What waits to be finished in a checkout; null when nothing does. */
export function operationIn(gitFolder: string): string | null {
  return IN_PROGRESS.find(([name]) => existsSync(path.join(gitFolder, name)))?.[1] ?? null;
}

/** The checkout in which a branch is being rebased: git calls that one detached, and moves the branch at the end. */
export function rebaseOf(branch: string, { commonFolder }: OpenRepository): string | null {
  const linked = path.join(commonFolder, 'worktrees');
  const folders = [
    commonFolder,
    ...(existsSync(linked) ? readdirSync(linked).map((name) => path.join(linked, name)) : []),
  ];
  const found = folders.find((folder) =>
    ['rebase-merge', 'rebase-apply'].some(
      (kind) => contentOf(path.join(folder, kind, 'head-name')) === `refs/heads/${branch}`,
    ),
  );
  if (found === undefined) return null;
  const pointer = contentOf(path.join(found, 'gitdir'));
  return path.dirname(pointer ?? found);
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
