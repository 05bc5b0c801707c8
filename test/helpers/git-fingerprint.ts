import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { git } from './git-repository.ts';

/**
 * All that git and a person could see of a repository: each file of its state (references, HEADs, indexes, reflogs,
 * the stash, what is in progress, worktree entries, configuration) and each file of each checkout. Only the objects are
 * left out: what nothing refers to may lie there.
 */
export function gitFingerprint(repository: string): Record<string, string> {
  const listed = git(repository, 'worktree', 'list', '--porcelain');
  const folders = listed.split('\n').flatMap((line) => /^worktree (.+)$/.exec(line)?.[1] ?? []);
  const common = path.resolve(repository, git(repository, 'rev-parse', '--git-common-dir'));
  const found: Record<string, string> = { 'worktree list': listed };
  for (const top of new Set([common, ...folders])) {
    for (const file of filesIn(top, (name) => name === 'objects' && top === common)) {
      if (top !== common && file.startsWith(`${path.join(top, '.git')}${path.sep}`)) continue;
      found[file] = contentOf(file);
    }
  }
  return found;
}

function filesIn(folder: string, isSkipped: (name: string) => boolean): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (isSkipped(entry.name)) return [];
    return entry.isDirectory() ? filesIn(full, () => false) : [full];
  });
}

function contentOf(file: string): string {
  const facts = lstatSync(file);
  if (facts.isSymbolicLink()) return `-> ${readlinkSync(file)}`;
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
  return `${(facts.mode & 0o777).toString(8)} ${hash}`;
}
