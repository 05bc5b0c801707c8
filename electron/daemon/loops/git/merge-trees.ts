import { lstatSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import { gitRefused, nameSome, type Refused, refused } from './merge-refusal.ts';

export type MergedTrees =
  | { readonly outcome: 'merged'; readonly tree: string }
  | { readonly outcome: 'conflicts'; readonly files: readonly string[] }
  | Refused;

/** What merging two commits would make, without a working tree, an index or a reference. */
export async function mergeTrees(top: string, into: string, from: string): Promise<MergedTrees> {
  const merged = await git(
    top,
    'merge-tree',
    '--write-tree',
    '--name-only',
    '--no-messages',
    '-z',
    into,
    from,
  );
  const [tree = '', ...files] = merged.output.split('\0').filter((part) => part !== '');
  if (merged.ok) return { outcome: 'merged', tree };
  if (merged.exitCode === 1 && files.length > 0) return { outcome: 'conflicts', files };
  return gitRefused('tell whether they merge', merged.message);
}

/** Whether what `commit` points to has `ancestor` in its history; null when git does not know them. */
export async function contains(
  top: string,
  commit: string,
  ancestor: string,
): Promise<boolean | null> {
  const answer = await git(top, 'merge-base', '--is-ancestor', ancestor, commit);
  if (answer.ok) return true;
  return answer.exitCode === 1 ? false : null;
}

/**
 * Files that lie in a checkout without being part of it and that a move to `to` would write over: those that git does
 * not know, and those that it ignores, which a merge would replace without a word.
 */
export async function filesInTheWay(
  checkout: string,
  from: string,
  to: string,
): Promise<Refused | null> {
  const added = await git(
    checkout,
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    '--diff-filter=A',
    from,
    to,
  );
  if (!added.ok) return gitRefused(`compare ${from} with ${to}`, added.message);
  const files = added.output
    .split('\0')
    .filter((file) => file !== '')
    .filter(
      (file) => lstatSync(path.join(checkout, file), { throwIfNoEntry: false }) !== undefined,
    );
  if (files.length === 0) return null;
  return refused(
    'dirty_base',
    `The merge would write over files in ${checkout} that are not committed: ${nameSome(files)}.`,
    'Move or commit them, then merge again.',
    { folder: checkout, files },
  );
}
