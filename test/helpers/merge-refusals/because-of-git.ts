import { writeFileSync } from 'node:fs';
import { vi } from 'vitest';
import { git } from '../git-repository.ts';
import { commitAll, type RunRepository, writeHook } from '../run-repository.ts';
import { gitFile, type RefusedMerge } from './refused-merge.ts';

/** What git itself says no to. */
export const BECAUSE_OF_GIT: readonly RefusedMerge[] = [
  {
    code: 'hook_failed',
    what: 'pre-merge-commit',
    arrange: (run) => hook(run, 'pre-merge-commit'),
    names: () => 'pre-merge-commit hook refused the merge into "main": lint found 3 problems',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['merge'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'pre-commit',
    arrange: (run) => hook(run, 'pre-commit'),
    names: () => 'pre-commit hook refused the squash',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['squash'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'commit-msg',
    arrange: (run) => hook(run, 'commit-msg'),
    names: () => 'commit-msg hook refused',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['merge', 'squash'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'pre-rebase',
    arrange: (run) => {
      commitAll(run.repository, 'Ahead');
      hook(run, 'pre-rebase');
    },
    names: () => 'pre-rebase hook refused the rebase',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['rebase'],
    isPredicted: false,
  },
  {
    code: 'index_locked',
    what: 'another git at work',
    arrange: (run) => writeFileSync(gitFile(run, 'index.lock'), ''),
    names: (run) => gitFile(run, 'index.lock'),
    nextStep: 'Try again',
    refusesLanding: true,
  },
  {
    code: 'identity_missing',
    what: 'a git that knows no name',
    arrange: (run) => {
      git(run.repository, 'config', '--unset', 'user.name');
      git(run.repository, 'config', '--unset', 'user.email');
      git(run.repository, 'config', 'user.useConfigOnly', 'true');
      vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
      vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    },
    names: (run) => run.repository,
    nextStep: 'git config --global user.name',
    isPredicted: false,
  },
];

function hook(run: RunRepository, name: string): void {
  const refuse = 'echo looking; echo "lint found 3 problems" >&2; exit 1';
  writeHook(gitFile(run, 'hooks'), name, refuse);
}
