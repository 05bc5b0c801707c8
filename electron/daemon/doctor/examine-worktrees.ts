import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Finding, ok, warn } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

/** Worktrees stay for review; one whose repository is gone is of no use to anybody. */
export function examineWorktrees(home: string, { foldersInUse, isKnown }: StoredFacts): Finding[] {
  const folders = worktreesIn(path.join(home, 'worktrees'));
  const broken = folders.filter((folder) => !isOfARepository(folder));
  if (broken.length > 0) {
    return [
      warn(
        'Worktrees',
        `${broken.length} of ${folders.length} belong to no repository any more: ${broken.join(', ')}.`,
        'Save what you need from them, then delete those folders.',
      ),
    ];
  }
  if (folders.length === 0 || !isKnown) return [ok('Worktrees', String(folders.length))];
  const inUse = folders.filter((folder) => isWithin(folder, foldersInUse)).length;
  return [ok('Worktrees', `${folders.length}, ${inUse} in use; the others wait for review`)];
}

function worktreesIn(parent: string): string[] {
  return foldersIn(parent).flatMap(foldersIn);
}

function foldersIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(parent, name));
}

function isOfARepository(folder: string): boolean {
  try {
    const pointer = readFileSync(path.join(folder, '.git'), 'utf8');
    return existsSync(path.resolve(folder, pointer.replace(/^gitdir: /, '').trim()));
  } catch {
    return false;
  }
}

/** A task may work in a folder below the top of its worktree. */
function isWithin(worktree: string, folders: ReadonlySet<string>): boolean {
  const top = realpathSync(worktree);
  return [...folders].some((folder) => folder === top || folder.startsWith(`${top}${path.sep}`));
}
