import { existsSync } from 'node:fs';
import path from 'node:path';
import { git } from '../../workers/worktrees/git.ts';
import { nameSome } from './merge-refusal.ts';

export type Staged =
  | { readonly outcome: 'staged'; readonly tree: string; readonly notes: readonly string[] }
  | { readonly outcome: 'failed'; readonly message: string };

/** Stages all that is not ignored, and says what could not be. */
export async function stageEverything(worktree: string): Promise<Staged> {
  const listed = await git(
    worktree,
    ...['ls-files', '--others', '--exclude-standard', '--full-name', '-z'],
  );
  // Git lists a repository inside this one as a folder; as part of a commit it would be a pointer to nowhere.
  const inside = listed.output
    .split('\0')
    .flatMap((entry) => (entry.endsWith('/') ? [entry.slice(0, -1)] : []));
  const added = await git(
    worktree,
    ...['-c', 'core.safecrlf=false', '-c', 'advice.addEmbeddedRepo=false'],
    ...['add', '--all', '--sparse', '--ignore-errors', '--', ':/'],
    ...inside.map((folder) => `:(top,exclude,literal)${folder}`),
  );
  const tree = await git(worktree, 'write-tree');
  if (!tree.ok) return { outcome: 'failed', message: added.ok ? tree.message : added.message };
  const notes = [
    ...(inside.length === 0
      ? []
      : [`Not committed, as it is a repository of its own: ${nameSome(inside)}.`]),
    ...(added.ok ? [] : [`Not everything could be committed: ${firstLine(added.message)}`]),
    ...(await dirtySubmodules(worktree)),
  ];
  return { outcome: 'staged', tree: tree.output, notes };
}

/** A submodule's own changes can only be committed in it. */
async function dirtySubmodules(worktree: string): Promise<string[]> {
  if (!existsSync(path.join(worktree, '.gitmodules'))) return [];
  const status = await git(
    worktree,
    ...['status', '--porcelain=v2', '-z', '--untracked-files=no', '--no-renames'],
  );
  const dirty = status.output
    .split('\0')
    .flatMap((line) => /^1 \S+ S.(?:M.|.U) (?:\S+ ){5}(.+)$/.exec(line)?.[1] ?? []);
  if (dirty.length === 0) return [];
  return [`Not committed, as it is inside a submodule: changes in ${nameSome(dirty)}.`];
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
