import path from 'node:path';
import { expect } from 'vitest';
import { git } from '../git-repository.ts';
import { commitAll, write } from '../run-repository.ts';
import { type RefusedMerge, tip } from './refused-merge.ts';

/** What a person has, or did, where the run is merged into. */
export const BECAUSE_OF_THE_BASE: readonly RefusedMerge[] = [
  {
    code: 'dirty_base',
    what: 'a changed file',
    arrange: (run) => write(run.repository, { 'README.md': 'half done\n' }),
    names: (run) => `${run.repository}: README.md`,
    nextStep: 'Commit or stash',
    refusesLanding: true,
  },
  {
    code: 'dirty_base',
    what: 'a staged file',
    arrange: (run) => {
      write(run.repository, { 'staged.txt': 'staged\n' });
      git(run.repository, 'add', 'staged.txt');
    },
    names: () => 'staged.txt',
    nextStep: 'Commit or stash',
    refusesLanding: true,
  },
  {
    code: 'dirty_base',
    what: 'a file that git does not know where the run has one',
    arrange: (run) => write(run.repository, { 'change.txt': 'mine\n' }),
    names: () => 'change.txt',
    nextStep: 'Move or commit',
    refusesLanding: true,
  },
  {
    code: 'dirty_base',
    what: 'a file that is ignored where the run has one',
    arrange: (run) =>
      write(run.repository, { 'change.txt': 'mine\n', '.git/info/exclude': '*.txt\n' }),
    names: () => 'change.txt',
    nextStep: 'Move or commit',
    refusesLanding: true,
  },
  {
    code: 'moved_base',
    what: 'a commit of a person',
    arrange: (run) => commitAll(run.repository, 'Meanwhile'),
    names: (run) => tip(run, 'main').slice(0, 10),
    nextStep: 'Look at the diff against the new base',
    shown: (run) => ({ base: tip(run, 'main~1') }),
    isPredicted: false,
    refusesLanding: true,
  },
  {
    code: 'base_checked_out_elsewhere',
    what: 'a linked worktree',
    arrange: (run) => {
      git(run.repository, 'switch', '--quiet', '-c', 'other');
      git(run.repository, 'worktree', 'add', '--quiet', path.join(run.folder, 'side'), 'main');
    },
    names: (run) => path.join(run.folder, 'side'),
    nextStep: 'Check out another branch in',
    refusesLanding: true,
  },
  {
    code: 'detached_head',
    what: 'a checkout of a commit',
    arrange: (run) => git(run.repository, 'checkout', '--quiet', '--detach'),
    names: (run) => run.repository,
    nextStep: 'git switch main',
    refusesLanding: true,
  },
  {
    code: 'detached_head',
    what: 'a checkout of a commit, and the base is gone',
    arrange: (run) => {
      git(run.repository, 'checkout', '--quiet', '--detach');
      git(run.repository, 'branch', '--quiet', '-D', 'main');
    },
    names: () => 'no branch "main"',
    nextStep: 'git switch -c main',
    shown: (run) => ({ base: tip(run, 'HEAD') }),
    refusesLanding: true,
  },
  {
    code: 'base_missing',
    what: 'a base that was renamed',
    arrange: (run) => git(run.repository, 'branch', '-m', 'main', 'trunk'),
    names: () => '"main" is no longer in',
    nextStep: 'git branch main',
    shown: (run) => ({ base: tip(run, 'trunk') }),
    refusesLanding: true,
  },
  {
    code: 'operation_in_progress',
    what: 'a merge that waits for a person',
    arrange: (run) => {
      git(run.repository, 'switch', '--quiet', '-c', 'side');
      write(run.repository, { 'README.md': 'side\n' });
      commitAll(run.repository, 'Side');
      git(run.repository, 'switch', '--quiet', 'main');
      write(run.repository, { 'README.md': 'main\n' });
      commitAll(run.repository, 'Main');
      expect(() => git(run.repository, 'merge', 'side')).toThrow();
    },
    names: (run) => `merge is in progress in ${run.repository}`,
    nextStep: 'git merge --continue',
    refusesLanding: true,
  },
  {
    code: 'operation_in_progress',
    what: 'a rebase of the base in a linked worktree',
    arrange: (run) => {
      const side = path.join(run.folder, 'side');
      git(run.repository, 'switch', '--quiet', '-c', 'other');
      git(run.repository, 'worktree', 'add', '--quiet', side, 'main');
      write(side, { 'README.md': 'side\n' });
      commitAll(side, 'Side');
      write(run.repository, { 'README.md': 'other\n' });
      commitAll(run.repository, 'Other');
      expect(() => git(side, 'rebase', 'other')).toThrow();
    },
    names: (run) => `rebase is in progress in ${path.join(run.folder, 'side')}`,
    nextStep: 'git rebase --continue',
    refusesLanding: true,
  },
];
