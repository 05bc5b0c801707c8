import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRunWorktree,
  type RunWorktreeRequest,
} from '../../electron/daemon/loops/git/create-run-worktree.ts';
import { worktreeOfStart } from '../../electron/daemon/workers/worktrees/prepare-work-folder.ts';
import { gitFingerprint } from '../helpers/git-fingerprint.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { commitAll, write, writeHook } from '../helpers/run-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
beforeEach(() => {
  folder = temporaryFolder('run-worktree');
  repository = createRepository(folder.path);
});
afterEach(() => folder.remove());

const create = (change: Partial<RunWorktreeRequest> = {}) =>
  createRunWorktree({
    home: path.join(folder.path, 'home'),
    repository,
    baseBranch: null,
    runId: 'run',
    chain: 1,
    ...change,
  });

async function created(change: Partial<RunWorktreeRequest> = {}) {
  const result = await create(change);
  if (result.outcome === 'refused') throw new Error(result.problem.message);
  return result;
}

describe('the worktree of a chain of attempts', () => {
  it('is on a branch of its own, from the base; the checkout and its hooks are not touched', async () => {
    write(repository, { 'README.md': 'half done\n' });
    writeHook(path.join(repository, '.git/hooks'), 'post-checkout', `touch ${folder.path}/hooked`);
    git(repository, 'config', 'branch.autoSetupMerge', 'always');
    const config = readFileSync(path.join(repository, '.git/config'), 'utf8');
    const { outcome, worktree } = await created();
    expect(outcome).toBe('created');
    expect(worktree).toMatchObject({
      repository,
      branch: 'fleetboard/run/1',
      baseBranch: 'main',
      baseCommit: git(repository, 'rev-parse', 'main'),
    });
    expect(git(worktree.path, 'branch', '--show-current')).toBe('fleetboard/run/1');
    expect(git(repository, 'status', '--porcelain')).toBe('M README.md');
    expect(existsSync(path.join(folder.path, 'hooked'))).toBe(false);
    expect(readFileSync(path.join(repository, '.git/config'), 'utf8')).toBe(config);
  });

  it('starts from the base that is named, also from a folder inside the repository', async () => {
    git(repository, 'switch', '--quiet', '-c', 'trunk');
    const tip = commitAll(repository, 'Trunk');
    git(repository, 'switch', '--quiet', 'main');
    mkdirSync(path.join(repository, 'src'));
    const { worktree } = await created({
      repository: path.join(repository, 'src'),
      baseBranch: 'trunk',
    });
    expect(worktree).toMatchObject({ repository, baseBranch: 'trunk', baseCommit: tip });
    expect((await created({ chain: 2 })).worktree).toMatchObject({ branch: 'fleetboard/run/2' });
  });

  it('is answered again as it was left, with the base that it began at', async () => {
    const { worktree } = await created();
    write(worktree.path, { 'work.txt': 'work\n' });
    commitAll(worktree.path, 'Work');
    write(worktree.path, { 'more.txt': 'more\n' });
    commitAll(repository, 'The base moved');
    expect(await create()).toEqual({ outcome: 'exists', worktree });
    expect(existsSync(path.join(worktree.path, 'more.txt'))).toBe(true);
  });

  it('comes back with its work when its folder was deleted', async () => {
    const { worktree } = await created();
    write(worktree.path, { 'work.txt': 'work\n' });
    const tip = commitAll(worktree.path, 'Work');
    rmSync(worktree.path, { recursive: true });
    expect(await create()).toEqual({ outcome: 'exists', worktree });
    expect(git(worktree.path, 'rev-parse', 'HEAD')).toBe(tip);
    expect(existsSync(path.join(worktree.path, 'work.txt'))).toBe(true);
  });

  it('is made anew where git was killed in the middle of making it', async () => {
    const { worktree } = await created();
    // What git leaves then: its mark, and half of the files.
    writeFileSync(path.join(repository, '.git/worktrees/run-1/locked'), 'initializing\n');
    rmSync(path.join(worktree.path, 'README.md'));
    const result = await created();
    expect(result).toEqual({ outcome: 'created', worktree });
    expect(existsSync(path.join(worktree.path, 'README.md'))).toBe(true);
    expect(existsSync(path.join(repository, '.git/worktrees/run-1/locked'))).toBe(false);
  });
});

describe('a worktree is refused in words, and nothing changes, for', () => {
  it.each([
    {
      code: 'base_missing',
      what: 'a base that is not there',
      change: () => ({ baseBranch: 'mian' }),
      names: '"mian"',
      nextStep: '(main)',
    },
    {
      code: 'base_missing',
      what: 'a base that is a tag',
      change: () => {
        git(repository, 'tag', 'v1');
        return { baseBranch: 'v1' };
      },
      names: '"v1"',
      nextStep: '(main)',
    },
    {
      code: 'detached_head',
      what: 'a detached head and no base',
      change: () => {
        git(repository, 'checkout', '--quiet', '--detach');
        return {};
      },
      names: 'detached',
      nextStep: 'Name the base branch',
    },
    {
      code: 'path_taken',
      what: 'something else in its place',
      change: () => {
        const home = path.join(folder.path, 'home');
        const place = worktreeOfStart({ home, repository, taskId: 'run', start: 1 });
        write(place.path, { 'mine.txt': 'mine\n' });
        return {};
      },
      names: 'something else is there',
      nextStep: 'move it away',
    },
    {
      code: 'path_taken',
      what: 'another repository in its place',
      change: () => {
        const home = path.join(folder.path, 'home');
        const place = worktreeOfStart({ home, repository, taskId: 'run', start: 1 });
        createRepository(path.dirname(place.path), path.basename(place.path));
        return {};
      },
      names: 'something else is there',
      nextStep: 'move it away',
    },
    {
      code: 'path_taken',
      what: 'a file in its place',
      change: () => {
        const home = path.join(folder.path, 'home');
        const place = worktreeOfStart({ home, repository, taskId: 'run', start: 1 });
        write(path.dirname(place.path), { [path.basename(place.path)]: 'mine\n' });
        return {};
      },
      names: 'something else is there',
      nextStep: 'move it away',
    },
    {
      code: 'git_refused',
      what: 'a filter that fails',
      change: () => {
        write(repository, { '.gitattributes': '*.bin filter=missing\n', 'data.bin': 'data\n' });
        commitAll(repository, 'Data');
        git(repository, 'config', 'filter.missing.smudge', 'false');
        git(repository, 'config', 'filter.missing.required', 'true');
        return {};
      },
      names: 'data.bin',
      nextStep: 'Resolve what git reports',
    },
    {
      code: 'git_refused',
      what: 'a branch that is in the way',
      change: () => {
        git(repository, 'branch', 'fleetboard');
        return {};
      },
      names: 'fleetboard',
      nextStep: 'Resolve what git reports',
    },
    {
      code: 'git_refused',
      what: 'a branch of a person elsewhere',
      change: () => {
        const side = path.join(folder.path, 'side');
        git(repository, 'worktree', 'add', '--quiet', '-b', 'fleetboard/run/1', side);
        return {};
      },
      names: 'side',
      nextStep: 'Resolve what git reports',
    },
  ])('$code: $what', async ({ code, change, names, nextStep }) => {
    const request = change();
    const before = gitFingerprint(repository);
    expect(await create(request)).toMatchObject({
      outcome: 'refused',
      problem: {
        code,
        message: expect.stringContaining(names),
        nextStep: expect.stringContaining(nextStep),
      },
    });
    expect(gitFingerprint(repository)).toEqual(before);
  });

  it('a folder without git, one that is gone, and a repository without a commit', async () => {
    expect(await create({ repository: folder.path })).toMatchObject({
      problem: { code: 'not_a_repository', message: expect.stringContaining(folder.path) },
    });
    expect(await create({ repository: path.join(folder.path, 'gone') })).toMatchObject({
      problem: { code: 'folder_missing' },
    });
    const empty = path.join(folder.path, 'empty');
    mkdirSync(empty);
    git(empty, 'init', '--quiet');
    for (const baseBranch of [null, 'main']) {
      expect(await create({ repository: empty, baseBranch })).toMatchObject({
        problem: { code: 'no_commit', nextStep: expect.stringContaining('Commit once') },
      });
    }
  });
});
