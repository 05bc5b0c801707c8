import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { MergeMethod } from '../../../shared/runs.ts';
import { git } from '../git-repository.ts';

/** The bare repository behind the forge: heads are read from it, merges are made in it. */
export class ForgeGit {
  readonly folder: string;
  readonly #scratch: string;
  #made = 0;

  constructor(parent: string, name: string) {
    this.folder = path.join(parent, `${name}.git`);
    this.#scratch = path.join(parent, `${name}-scratch`);
    mkdirSync(this.folder, { recursive: true });
    git(this.folder, 'init', '--quiet', '--bare', '--initial-branch', 'main');
    git(this.folder, 'config', 'user.name', 'Forge');
    git(this.folder, 'config', 'user.email', 'forge@example.invalid');
    this.commitOn('main', { parent: null });
  }

  /** Null when there is no such branch. */
  tip(branch: string): string | null {
    const found = git(
      this.folder,
      ...['for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`],
    );
    return found === '' ? null : found;
  }

  /** A commit with a file of its own, as if somebody else had pushed it. */
  commitOn(branch: string, { parent = this.tip(branch) }: { parent?: string | null } = {}): string {
    this.#made += 1;
    const name = `outside-${this.#made}.txt`;
    const listed = parent === null ? '' : git(this.folder, 'ls-tree', parent);
    const blob = this.#stored(['hash-object', '-w', '--stdin'], `${name}\n`);
    const tree = this.#stored(['mktree'], `${listed}\n100644 blob ${blob}\t${name}\n`.trimStart());
    const parents = parent === null ? [] : ['-p', parent];
    const commit = git(this.folder, 'commit-tree', tree, '-m', `Add ${name}`, ...parents);
    git(this.folder, 'update-ref', `refs/heads/${branch}`, commit);
    return commit;
  }

  deleteBranch(branch: string): void {
    git(this.folder, 'update-ref', '-d', `refs/heads/${branch}`);
  }

  hasCommitsBetween(base: string, head: string): boolean {
    return git(this.folder, 'rev-list', '--count', `${base}..${head}`) !== '0';
  }

  canMerge(base: string, head: string): boolean {
    return this.#mergedTree(base, head) !== null;
  }

  /** Moves the branch; null when there is a conflict. */
  merge(branch: string, head: string, method: MergeMethod): string | null {
    const base = this.tip(branch);
    const tree = base === null ? null : this.#mergedTree(base, head);
    if (base === null || tree === null) return null;
    const commit =
      method === 'rebase'
        ? this.#rebased(base, head)
        : git(
            this.folder,
            ...['commit-tree', tree, '-m', `Merge into ${branch}`, '-p', base],
            ...(method === 'merge' ? ['-p', head] : []),
          );
    git(this.folder, 'update-ref', `refs/heads/${branch}`, commit, base);
    return commit;
  }

  #rebased(base: string, head: string): string {
    git(this.folder, 'worktree', 'add', '--quiet', '--detach', this.#scratch, head);
    git(this.#scratch, 'rebase', '--quiet', base);
    const commit = git(this.#scratch, 'rev-parse', 'HEAD');
    git(this.folder, 'worktree', 'remove', '--force', this.#scratch);
    return commit;
  }

  #mergedTree(base: string, head: string): string | null {
    try {
      return git(this.folder, 'merge-tree', '--write-tree', base, head);
    } catch {
      return null;
    }
  }

  #stored(args: string[], input: string): string {
    return execFileSync('git', args, { cwd: this.folder, input, encoding: 'utf8' }).trim();
  }
}
