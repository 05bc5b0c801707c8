import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRepository, git } from './git-repository.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface RunRepository {
  readonly folder: string;
  readonly home: string;
  readonly repository: string;
  /** The run's worktree, on the run's branch. */
  readonly worktree: string;
  readonly branch: string;
  readonly remove: () => void;
}

/** A repository with the branch and the worktree of a run, made by git alone. */
export function createRunRepository(name: string): RunRepository {
  const folder = temporaryFolder(name);
  const repository = createRepository(folder.path);
  write(repository, { 'till.txt': 'one\ntwo\nthree\n', '.gitignore': '*.log\n' });
  commitAll(repository, 'A till');
  const worktree = path.join(folder.path, 'home', 'worktrees', 'shop', 'run-1');
  const branch = 'fleetboard/run/1';
  git(repository, 'worktree', 'add', '--quiet', '-b', branch, worktree);
  return {
    folder: folder.path,
    home: path.join(folder.path, 'home'),
    repository,
    worktree,
    branch,
    remove: folder.remove,
  };
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Returns the commit. */
export function commitAll(folder: string, message: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

export function writeHook(folder: string, name: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
