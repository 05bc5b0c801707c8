import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { landMerge } from '../../electron/daemon/loops/git/land-merge.ts';
import { predictMerge } from '../../electron/daemon/loops/git/predict-merge.ts';
import { prepareMerge } from '../../electron/daemon/loops/git/prepare-merge.ts';
import type { MergeRefusalCode } from '../../shared/review.ts';
import { type MergeMethod, mergeMethodSchema } from '../../shared/runs.ts';
import { gitFingerprint } from '../helpers/git-fingerprint.ts';
import { git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
  writeHook,
} from '../helpers/run-repository.ts';

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('refusals');
  write(run.worktree, { 'till.txt': 'one\ntwo\nthree\nfour\n', 'change.txt': 'change\n' });
  commitAll(run.worktree, 'Four');
  // A worktree on a disk that is not plugged in is nobody's to clean up, and a stash is the person's.
  git(run.repository, 'worktree', 'add', '--quiet', '-b', 'away', path.join(run.folder, 'away'));
  write(run.repository, { 'README.md': 'stashed\n' });
  git(run.repository, 'stash', '--quiet');
});
afterEach(() => {
  vi.unstubAllEnvs();
  run.remove();
});

interface Case {
  readonly code: MergeRefusalCode;
  readonly what: string;
  readonly arrange: () => void;
  /** What the message or the files must name. */
  readonly names: () => string;
  readonly nextStep: string;
  readonly methods?: readonly MergeMethod[];
  /** What a person was shown before; as it is now by default. */
  readonly shown?: () => { base?: string; head?: string };
  readonly isPredicted?: boolean;
  /** Whether a merge that was prepared before is refused too. */
  readonly refusesLanding?: boolean;
}

const at = (name: string) => git(run.repository, 'rev-parse', name);
const gitFile = (name: string) => path.join(run.repository, '.git', name);

const CASES: Case[] = [
  {
    code: 'dirty_base',
    what: 'a changed file',
    arrange: () => write(run.repository, { 'README.md': 'half done\n' }),
    names: () => `${run.repository}: README.md`,
    nextStep: 'Commit or stash',
    refusesLanding: true,
  },
  {
    code: 'dirty_base',
    what: 'a staged file',
    arrange: () => {
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
    arrange: () => write(run.repository, { 'change.txt': 'mine\n' }),
    names: () => 'change.txt',
    nextStep: 'Move or commit',
    refusesLanding: true,
  },
  {
    code: 'dirty_base',
    what: 'a file that is ignored where the run has one',
    arrange: () =>
      write(run.repository, { 'change.txt': 'mine\n', '.git/info/exclude': '*.txt\n' }),
    names: () => 'change.txt',
    nextStep: 'Move or commit',
    refusesLanding: true,
  },
  {
    code: 'moved_base',
    what: 'a commit of a person',
    arrange: () => commitAll(run.repository, 'Meanwhile'),
    names: () => at('main').slice(0, 10),
    nextStep: 'Look at the diff against the new base',
    shown: () => ({ base: at('main~1') }),
    isPredicted: false,
    refusesLanding: true,
  },
  {
    code: 'moved_head',
    what: 'a commit of the agent',
    arrange: () => commitAll(run.worktree, 'Meanwhile'),
    names: () => at(run.branch).slice(0, 10),
    nextStep: 'Look at the diff again',
    shown: () => ({ head: at(`${run.branch}~1`) }),
  },
  {
    code: 'run_branch_missing',
    what: 'a branch that was deleted',
    arrange: () => git(run.repository, 'update-ref', '-d', `refs/heads/${run.branch}`),
    names: () => run.branch,
    nextStep: `git branch ${'fleetboard/run/1'}`,
    shown: () => ({ head: at('main') }),
  },
  {
    code: 'conflict',
    what: 'the same line',
    arrange: () => {
      write(run.repository, { 'till.txt': 'one\ntwo\nthree\nfive\n' });
      commitAll(run.repository, 'Five');
    },
    names: () => 'till.txt',
    nextStep: 'Ask for changes',
  },
  {
    code: 'conflict',
    what: 'a step in between, although the end agrees',
    arrange: () => {
      write(run.worktree, { 'till.txt': 'one\ntwo\nthree\n' });
      commitAll(run.worktree, 'Three again');
      write(run.repository, { 'till.txt': 'one\ntwo\nthree\nfive\n' });
      commitAll(run.repository, 'Five');
    },
    names: () => 'till.txt',
    nextStep: 'Ask for changes',
    methods: ['rebase'],
    isPredicted: false,
  },
  {
    code: 'base_checked_out_elsewhere',
    what: 'a linked worktree',
    arrange: () => {
      git(run.repository, 'switch', '--quiet', '-c', 'other');
      git(run.repository, 'worktree', 'add', '--quiet', path.join(run.folder, 'side'), 'main');
    },
    names: () => path.join(run.folder, 'side'),
    nextStep: 'Check out another branch in',
    refusesLanding: true,
  },
  {
    code: 'hook_failed',
    what: 'pre-merge-commit',
    arrange: () => hook('pre-merge-commit'),
    names: () => 'pre-merge-commit hook refused the merge into "main": lint found 3 problems',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['merge'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'pre-commit',
    arrange: () => hook('pre-commit'),
    names: () => 'pre-commit hook refused the squash',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['squash'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'commit-msg',
    arrange: () => hook('commit-msg'),
    names: () => 'commit-msg hook refused',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['merge', 'squash'],
    isPredicted: false,
  },
  {
    code: 'hook_failed',
    what: 'pre-rebase',
    arrange: () => {
      commitAll(run.repository, 'Ahead');
      hook('pre-rebase');
    },
    names: () => 'pre-rebase hook refused the rebase',
    nextStep: 'git merge fleetboard/run/1',
    methods: ['rebase'],
    isPredicted: false,
  },
  {
    code: 'detached_head',
    what: 'a checkout of a commit',
    arrange: () => git(run.repository, 'checkout', '--quiet', '--detach'),
    names: () => run.repository,
    nextStep: 'git switch main',
    refusesLanding: true,
  },
  {
    code: 'detached_head',
    what: 'a checkout of a commit, and the base is gone',
    arrange: () => {
      git(run.repository, 'checkout', '--quiet', '--detach');
      git(run.repository, 'branch', '--quiet', '-D', 'main');
    },
    names: () => 'no branch "main"',
    nextStep: 'git switch -c main',
    shown: () => ({ base: at('HEAD') }),
    refusesLanding: true,
  },
  {
    code: 'base_missing',
    what: 'a base that was renamed',
    arrange: () => git(run.repository, 'branch', '-m', 'main', 'trunk'),
    names: () => '"main" is no longer in',
    nextStep: 'git branch main',
    shown: () => ({ base: at('trunk') }),
    refusesLanding: true,
  },
  {
    code: 'nothing_to_merge',
    what: 'a run without commits',
    arrange: () => git(run.worktree, 'reset', '--quiet', '--hard', 'main'),
    names: () => run.branch,
    nextStep: 'discard the run',
  },
  {
    code: 'nothing_to_merge',
    what: 'commits that change nothing',
    arrange: () => {
      git(run.worktree, 'reset', '--quiet', '--hard', 'main');
      commitAll(run.worktree, 'Empty');
    },
    names: () => run.branch,
    nextStep: 'discard the run',
    methods: ['squash'],
    isPredicted: false,
  },
  {
    code: 'operation_in_progress',
    what: 'a merge that waits for a person',
    arrange: () => {
      git(run.repository, 'switch', '--quiet', '-c', 'side');
      write(run.repository, { 'README.md': 'side\n' });
      commitAll(run.repository, 'Side');
      git(run.repository, 'switch', '--quiet', 'main');
      write(run.repository, { 'README.md': 'main\n' });
      commitAll(run.repository, 'Main');
      expect(() => git(run.repository, 'merge', 'side')).toThrow();
    },
    names: () => `merge is in progress in ${run.repository}`,
    nextStep: 'git merge --continue',
    refusesLanding: true,
  },
  {
    code: 'operation_in_progress',
    what: 'a rebase of the base in a linked worktree',
    arrange: () => {
      const side = path.join(run.folder, 'side');
      git(run.repository, 'switch', '--quiet', '-c', 'other');
      git(run.repository, 'worktree', 'add', '--quiet', side, 'main');
      write(side, { 'README.md': 'side\n' });
      commitAll(side, 'Side');
      write(run.repository, { 'README.md': 'other\n' });
      commitAll(run.repository, 'Other');
      expect(() => git(side, 'rebase', 'other')).toThrow();
    },
    names: () => `rebase is in progress in ${path.join(run.folder, 'side')}`,
    nextStep: 'git rebase --continue',
    refusesLanding: true,
  },
  {
    code: 'index_locked',
    what: 'another git at work',
    arrange: () => writeFileSync(gitFile('index.lock'), ''),
    names: () => gitFile('index.lock'),
    nextStep: 'Try again',
    refusesLanding: true,
  },
  {
    code: 'identity_missing',
    what: 'a git that knows no name',
    arrange: () => {
      git(run.repository, 'config', '--unset', 'user.name');
      git(run.repository, 'config', '--unset', 'user.email');
      git(run.repository, 'config', 'user.useConfigOnly', 'true');
      vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
      vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    },
    names: () => run.repository,
    nextStep: 'git config --global user.name',
    isPredicted: false,
  },
];

function hook(name: string): void {
  writeHook(gitFile('hooks'), name, 'echo looking; echo "lint found 3 problems" >&2; exit 1');
}

const rows = CASES.flatMap((one) =>
  (one.methods ?? mergeMethodSchema.options).map((method) => ({ ...one, method })),
);

describe('a merge is refused, and git is as it was, for', () => {
  it.each(rows)('$code: $what ($method)', async (row) => {
    const { home, repository, branch } = run;
    const head = at(branch);
    const early = await prepareEarly(row);
    row.arrange();
    const { base = tip('main') ?? head, head: shownHead = tip(branch) ?? head } =
      row.shown?.() ?? {};
    const before = gitFingerprint(repository);
    const nested = { code: row.code, nextStep: expect.stringContaining(row.nextStep) };
    const result = await prepareMerge({
      home,
      repository,
      runId: 'run',
      baseBranch: 'main',
      expectedBase: base,
      branch,
      expectedHead: shownHead,
      method: row.method,
      message: 'Four',
    });
    expect(result).toMatchObject({ outcome: 'refused', refusal: nested });
    expect(result.outcome === 'refused' && result.refusal.message).toContain(row.names());
    expect(gitFingerprint(repository)).toEqual(before);
    expect(existsSync(path.join(home, 'worktrees', 'run-merge'))).toBe(false);

    const question = { repository, branch, head: shownHead, baseBranch: 'main' };
    const predicted = await predictMerge(question);
    if (row.isPredicted === false) expect(predicted.outcome).toBe('clean');
    else expect(predicted).toMatchObject({ refusal: nested });
    expect(gitFingerprint(repository)).toEqual(before);

    if (early === null) return;
    const landing = { repository, baseBranch: 'main', ...early };
    expect(await landMerge(landing)).toMatchObject({ outcome: 'refused', refusal: nested });
    expect(gitFingerprint(repository)).toEqual(before);
  });
});

function tip(branch: string): string | null {
  return (
    git(run.repository, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`) || null
  );
}

/** What was in order when it was prepared may no longer be when it lands. */
async function prepareEarly(row: Case & { readonly method: MergeMethod }) {
  if (row.refusesLanding !== true) return null;
  const { home, repository, branch } = run;
  const prepared = await prepareMerge({
    home,
    repository,
    runId: 'early',
    baseBranch: 'main',
    expectedBase: at('main'),
    branch,
    expectedHead: at(branch),
    method: row.method,
    message: 'Four',
  });
  if (prepared.outcome === 'refused') throw new Error(prepared.refusal.message);
  return { baseCommit: prepared.baseCommit, commit: prepared.commit };
}

describe('what a person has lying about is in nobody’s way:', () => {
  it('files that git does not know, ignored files, a stash, another branch’s merge', async () => {
    write(run.repository, { 'notes.txt': 'mine\n', 'debug.log': 'mine\n' });
    expect(
      await predictMerge({
        repository: run.repository,
        branch: run.branch,
        head: at(run.branch),
        baseBranch: 'main',
      }),
    ).toMatchObject({ outcome: 'clean' });
  });
});

describe('a repository or a git that will not do', () => {
  const predict = (repository: string) =>
    predictMerge({ repository, branch: run.branch, head: 'a'.repeat(40), baseBranch: 'main' });

  it('a folder that is gone, and one without git', async () => {
    expect(await predict(path.join(run.folder, 'gone'))).toMatchObject({
      refusal: { code: 'not_a_repository', message: expect.stringContaining('/gone') },
    });
    expect(await predict(run.folder)).toMatchObject({
      refusal: { code: 'not_a_repository', nextStep: expect.stringContaining('git init') },
    });
  });

  it('a git that is too old to tell conflicts, and none at all', async () => {
    const tools = path.join(run.folder, 'tools');
    writeHook(tools, 'git', 'echo git version 2.37.4');
    vi.stubEnv('PATH', `${tools}:${process.env.PATH}`);
    expect(await predict(run.repository)).toMatchObject({
      refusal: {
        code: 'git_too_old',
        message: expect.stringContaining('2.37.4'),
        nextStep: 'Install git 2.38 or newer.',
      },
    });
    vi.stubEnv('PATH', run.folder);
    expect(await predict(run.repository)).toMatchObject({ refusal: { code: 'git_missing' } });
  });
});
