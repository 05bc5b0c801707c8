import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isMergedOutside } from '../../electron/daemon/loops/git/merged-outside.ts';
import { previewRemoval } from '../../electron/daemon/loops/git/preview-removal.ts';
import { removeRunWorktree } from '../../electron/daemon/loops/git/remove-run-worktree.ts';
import { gitFingerprint } from '../helpers/git-fingerprint.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
} from '../helpers/run-repository.ts';

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('removal');
});
afterEach(() => run.remove());

async function preview() {
  const { repository, worktree, branch } = run;
  const result = await previewRemoval({ repository, worktree, branch, baseBranch: 'main' });
  if (result.outcome === 'failed') throw new Error(result.problem.message);
  return result.preview;
}

const remove = (
  evenIf: Awaited<ReturnType<typeof preview>>,
  change: Partial<RunRepository> = {},
) => {
  const { home, repository, worktree, branch } = { ...run, ...change };
  return removeRunWorktree({ home, repository, worktree, branch, evenIf });
};

const branches = () =>
  git(run.repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads');

describe('the preview of what would go', () => {
  it('names files and commits that nobody else has, and the size; touches nothing', async () => {
    write(run.worktree, { 'till.txt': 'first\n' });
    const merged = commitAll(run.worktree, 'In the base');
    git(run.repository, 'merge', '--quiet', '--ff-only', run.branch);
    commitAll(run.worktree, 'On a remote');
    git(run.repository, 'update-ref', 'refs/remotes/origin/copy', run.branch);
    const own = commitAll(run.worktree, 'Only here');
    write(run.worktree, {
      'till.txt': 'second\n',
      'src/new.txt': 'new\n',
      'debug.log': 'x'.repeat(100_000),
    });
    const before = gitFingerprint(run.repository);
    const shown = await preview();
    expect(gitFingerprint(run.repository)).toEqual(before);
    expect(shown).toMatchObject({
      headCommit: own,
      branchCommit: own,
      uncommitted: [
        { path: 'till.txt', status: ' M' },
        { path: 'src/new.txt', status: '??' },
      ],
      commits: [{ commit: own, subject: 'Only here' }],
      isWholeSize: true,
    });
    expect(shown.bytes).toBeGreaterThan(100_000);
    expect(shown.bytes).toBeLessThan(400_000);
    expect(merged).not.toBe(own);
  });

  it('counts commits of a detached head, and not those that a branch of a person has', async () => {
    const first = commitAll(run.worktree, 'First');
    git(run.repository, 'branch', 'mine', first);
    git(run.worktree, 'checkout', '--quiet', '--detach');
    const second = commitAll(run.worktree, 'Second');
    expect((await preview()).commits).toEqual([{ commit: second, subject: 'Second' }]);
  });
});

describe('removing what was shown', () => {
  it('takes the worktree and the branch, also with work that was shown, and answers again', async () => {
    commitAll(run.worktree, 'Work');
    write(run.worktree, { 'new.txt': 'new\n' });
    const shown = await preview();
    expect(await remove(shown)).toEqual({ outcome: 'removed' });
    expect(existsSync(run.worktree)).toBe(false);
    expect(branches()).toBe('main');
    expect(git(run.repository, 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(await remove(shown)).toEqual({ outcome: 'removed' });
  });

  it.each([
    ['a commit', () => commitAll(run.worktree, 'Later')],
    ['a new file', () => write(run.worktree, { 'later.txt': 'later\n' })],
    [
      'a file that was listed and is written again',
      () => write(run.worktree, { 'new.txt': 'again\n' }),
    ],
    [
      'a file that was listed and is written again as long as before',
      () => {
        write(run.worktree, { 'new.txt': 'NEW\n' });
        utimesSync(path.join(run.worktree, 'new.txt'), 1, 1);
      },
    ],
    [
      'a commit on a detached head',
      () => {
        git(run.worktree, 'checkout', '--quiet', '--detach');
        git(run.worktree, 'commit', '--quiet', '--allow-empty', '-m', 'Later');
      },
    ],
    [
      'a commit that only the branch has',
      () => {
        const tip = git(run.worktree, 'commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Later');
        git(run.worktree, 'checkout', '--quiet', '--detach');
        git(run.repository, 'update-ref', `refs/heads/${run.branch}`, tip);
      },
    ],
  ])('leaves everything for %s that was not shown', async (_, change) => {
    write(run.worktree, { 'new.txt': 'new\n' });
    const shown = await preview();
    change();
    const before = gitFingerprint(run.repository);
    expect(await remove(shown)).toMatchObject({
      outcome: 'changed_since',
      problem: { nextStep: expect.stringContaining('Look at what would go now') },
    });
    expect(gitFingerprint(run.repository)).toEqual(before);
    expect(await remove(await preview())).toEqual({ outcome: 'removed' });
  });

  it('goes on where an earlier removal was killed', async () => {
    const shown = await preview();
    rmSync(path.join(run.worktree, '.git'));
    expect(await remove(shown)).toEqual({ outcome: 'removed' });
    expect(existsSync(run.worktree)).toBe(false);
    expect(branches()).toBe('main');
  });

  it('never takes the main checkout, a worktree of a person, or a branch that is not a run’s', async () => {
    const shown = await preview();
    const side = path.join(run.folder, 'side');
    git(run.repository, 'worktree', 'add', '--quiet', '-b', 'fleetboard/mine/1', side);
    const inside = path.join(run.home, 'worktrees', 'x', 'run-1');
    mkdirSync(path.dirname(inside), { recursive: true });
    const nested = createRepository(path.dirname(inside), 'main-checkout');
    const before = gitFingerprint(run.repository);
    for (const change of [
      { worktree: run.repository },
      { worktree: side, branch: 'fleetboard/mine/1' },
      { branch: 'main' },
      { branch: 'feature/fleetboard/run/1' },
      { worktree: nested, repository: nested },
    ]) {
      expect(await remove(shown, change)).toMatchObject({
        outcome: 'refused',
        problem: { code: 'not_ours' },
      });
    }
    expect(gitFingerprint(run.repository)).toEqual(before);
    expect(existsSync(path.join(nested, 'README.md'))).toBe(true);
  });

  it('respects a lock that a person put on it', async () => {
    git(run.repository, 'worktree', 'lock', run.worktree, '--reason', 'looking');
    expect(await remove(await preview())).toMatchObject({
      outcome: 'refused',
      problem: { message: expect.stringContaining('looking') },
    });
    expect(existsSync(run.worktree)).toBe(true);
  });
});

describe('work that was merged outside', () => {
  let baseCommit: string;
  beforeEach(() => {
    baseCommit = git(run.repository, 'rev-parse', 'main');
  });
  const ask = () =>
    isMergedOutside({
      repository: run.repository,
      baseBranch: 'main',
      head: git(run.repository, 'rev-parse', run.branch),
      baseCommit,
    });
  function work(): void {
    write(run.worktree, { 'till.txt': 'one\ntwo\nthree\nfour\n' });
    commitAll(run.worktree, 'Four');
    write(run.worktree, { 'till.txt': 'one\ntwo\nthree\nfour\nfive\n' });
    commitAll(run.worktree, 'Five');
    write(run.repository, { 'README.md': 'moved\n' });
    commitAll(run.repository, 'Moved');
  }

  it.each([
    ['a merge', 'contains', () => git(run.repository, 'merge', '--quiet', '--no-edit', run.branch)],
    [
      'a squash',
      'equivalent',
      () => {
        git(run.repository, 'merge', '--quiet', '--squash', run.branch);
        commitAll(run.repository, 'All of it');
      },
    ],
    [
      'commits that were picked, with changes since',
      'equivalent',
      () => {
        git(run.repository, 'cherry-pick', `main..${run.branch}`);
        write(run.repository, { 'till.txt': 'rewritten\n' });
        commitAll(run.repository, 'Rewritten');
      },
    ],
  ])('is noticed after %s', async (_, how, merge) => {
    work();
    expect(await ask()).toEqual({ outcome: 'not_merged' });
    merge();
    expect(await ask()).toMatchObject({ outcome: 'merged', how });
  });

  it('is not seen in half of it, nor in a run without commits or whose commits undo themselves', async () => {
    expect(await ask()).toEqual({ outcome: 'not_merged' });
    commitAll(run.repository, 'Moved');
    expect(await ask()).toEqual({ outcome: 'not_merged' });
    work();
    const tip = git(run.worktree, 'rev-parse', 'HEAD');
    git(run.worktree, 'reset', '--quiet', '--hard', `${baseCommit}~1`);
    expect(await ask()).toEqual({ outcome: 'not_merged' });
    git(run.worktree, 'reset', '--quiet', '--hard', tip);
    git(run.repository, 'cherry-pick', `${run.branch}~1`);
    expect(await ask()).toEqual({ outcome: 'not_merged' });
    git(run.worktree, 'revert', '--no-edit', 'HEAD', 'HEAD~1');
    expect(await ask()).toEqual({ outcome: 'not_merged' });
  });

  it('cannot be told when the base is gone', async () => {
    work();
    git(run.repository, 'branch', '-m', 'main', 'trunk');
    expect(await ask()).toEqual({ outcome: 'unknown' });
  });
});
