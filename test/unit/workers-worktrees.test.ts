import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changesLeftBehind,
  prepareWorkFolder,
  type WorkFolderRequest,
} from '../../electron/daemon/workers/worktrees/prepare-work-folder.ts';
import { projectOf } from '../../electron/daemon/workers/worktrees/project-of.ts';
import {
  removeLeftWorktrees,
  removeWorktreeIfUntouched,
} from '../../electron/daemon/workers/worktrees/remove-worktree.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let repository: string;
beforeEach(() => {
  folder = temporaryFolder('worktrees');
  repository = createRepository(folder.path);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

const prepare = (change: Partial<WorkFolderRequest> = {}) =>
  prepareWorkFolder({
    home: path.join(folder.path, 'home'),
    folder: repository,
    taskId: 'task',
    start: 1,
    shape: 'ship',
    kind: 'spawn',
    ...change,
  });

async function prepared(change: Partial<WorkFolderRequest> = {}) {
  const result = await prepare(change);
  if (result.outcome === 'failed') throw new Error(result.error.message);
  const { worktree } = result;
  if (worktree === null) throw new Error('no worktree');
  return { ...result, worktree };
}

const branches = () => git(repository, 'branch', '--format=%(refname:short)').split('\n');

describe('preparing a work folder', () => {
  it('makes a worktree on a branch of its own, and leaves the checkout as it is', async () => {
    const before = [git(repository, 'status', '--porcelain'), git(repository, 'rev-parse', 'HEAD')];
    const { workFolder, worktree, notes } = await prepared();
    expect(worktree).toEqual({
      repository,
      path: workFolder,
      branch: 'fleetboard/task/1',
      baseCommit: before[1],
    });
    expect(workFolder).toMatch(/\/home\/worktrees\/shop-[0-9a-f]{8}\/task-1$/);
    expect(readFileSync(path.join(workFolder, 'README.md'), 'utf8')).toContain('A small shop');
    expect(git(workFolder, 'branch', '--show-current')).toBe('fleetboard/task/1');
    expect(notes).toEqual(['Working in a worktree on branch fleetboard/task/1.']);
    expect([
      git(repository, 'status', '--porcelain'),
      git(repository, 'rev-parse', 'HEAD'),
    ]).toEqual(before);
  });

  it('gives each start its own, also when several begin at once', async () => {
    const starts = await Promise.all([1, 2, 3, 4].map((start) => prepared({ start })));
    expect(new Set(starts.map(({ workFolder }) => workFolder)).size).toBe(4);
    expect(branches()).toHaveLength(5);
  });

  it('says when uncommitted changes are left behind', async () => {
    writeFileSync(path.join(repository, 'new.txt'), 'new');
    const { worktree, workFolder } = await prepared();
    if (worktree === null) throw new Error('no worktree');
    expect(await changesLeftBehind(worktree)).toBe(
      'Uncommitted changes of the checkout are not part of it.',
    );
    expect(existsSync(path.join(workFolder, 'new.txt'))).toBe(false);
  });

  it('maps a folder of the repository, known to git or not, to the same in the worktree', async () => {
    for (const [start, name] of ['src', 'new'].entries()) {
      mkdirSync(path.join(repository, name));
      if (name === 'src') {
        writeFileSync(path.join(repository, 'src', 'main.js'), '');
        git(repository, 'add', '.');
        git(repository, 'commit', '--quiet', '-m', 'Source');
      }
      const { workFolder, worktree } = await prepared({
        start,
        folder: path.join(repository, name),
      });
      expect(workFolder).toBe(path.join(realpathSync(worktree.path), name));
      expect(existsSync(workFolder)).toBe(true);
    }
  });

  it('works in place for scouts, but not for attempts of that shape', async () => {
    expect(await prepare({ shape: 'scout' })).toEqual({
      outcome: 'ready',
      workFolder: repository,
      worktree: null,
      notes: ['Working in place: a scout only reads.'],
    });
    expect((await prepared({ shape: 'scout', kind: 'attempt' })).worktree.branch).toBe(
      'fleetboard/task/1',
    );
  });

  it('works in place where there is no repository, or no git', async () => {
    const plain = path.join(folder.path, 'plain');
    mkdirSync(plain);
    expect(await prepare({ folder: plain })).toMatchObject({
      workFolder: plain,
      worktree: null,
      notes: ['Working in place: this is no git repository.'],
    });
    vi.stubEnv('PATH', plain);
    expect(await prepare()).toMatchObject({
      workFolder: repository,
      worktree: null,
      notes: ['Working in place: git is not installed.'],
    });
  });

  it('refuses a repository without a commit, and says what to do', async () => {
    const empty = path.join(folder.path, 'empty');
    mkdirSync(empty);
    git(empty, 'init', '--quiet');
    expect(await prepare({ folder: empty })).toMatchObject({
      outcome: 'failed',
      error: { code: 'worktree_refused', message: expect.stringContaining('commit once') },
    });
  });

  it('refuses a folder that is gone or is none', async () => {
    for (const name of ['gone', 'shop/README.md']) {
      expect(await prepare({ folder: path.join(folder.path, name) })).toMatchObject({
        outcome: 'failed',
        error: { code: 'folder_missing' },
      });
    }
  });

  it('refuses, rather than touching the checkout, when git itself refuses', async () => {
    git(repository, 'branch', 'fleetboard');
    expect(await prepare()).toMatchObject({
      outcome: 'failed',
      error: {
        code: 'worktree_refused',
        message: expect.stringContaining('refs/heads/fleetboard'),
      },
    });
    expect(await prepare({ folder: path.join(repository, '.git') })).toMatchObject({
      outcome: 'failed',
      error: { code: 'worktree_refused', message: expect.stringContaining('work tree') },
    });
  });

  it('gets over a worktree that was deleted by hand, with its branch or without', async () => {
    const { worktree } = await prepared();
    rmSync(worktree.path, { recursive: true });
    expect((await prepared()).worktree).toEqual(worktree);
    rmSync(worktree.path, { recursive: true });
    git(repository, 'update-ref', '-d', `refs/heads/${worktree.branch}`);
    expect((await prepared()).worktree).toEqual(worktree);
  });

  it('never takes a branch that holds work', async () => {
    const { worktree } = await prepared();
    git(worktree.path, 'commit', '--quiet', '--allow-empty', '-m', 'Work');
    const tip = git(worktree.path, 'rev-parse', 'HEAD');
    rmSync(worktree.path, { recursive: true });
    expect(await prepare()).toMatchObject({
      outcome: 'failed',
      error: { code: 'worktree_refused', message: expect.stringContaining('already exists') },
    });
    expect(git(repository, 'rev-parse', worktree.branch)).toBe(tip);
  });

  it('runs no hook, and does not follow where git is told to work', async () => {
    const hook = path.join(repository, '.git', 'hooks', 'post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch ${folder.path}/hooked\n`, { mode: 0o755 });
    vi.stubEnv('GIT_DIR', path.join(folder.path, 'elsewhere'));
    const { workFolder } = await prepared();
    vi.unstubAllEnvs();
    expect(existsSync(path.join(workFolder, 'README.md'))).toBe(true);
    expect(existsSync(path.join(folder.path, 'hooked'))).toBe(false);
  });
});

describe('removing a worktree', () => {
  it('takes an untouched one with its branch', async () => {
    const { worktree } = await prepared();
    expect(await removeWorktreeIfUntouched(worktree)).toBe(true);
    expect(existsSync(worktree.path)).toBe(false);
    expect(branches()).toEqual(['main']);
    expect(git(repository, 'worktree', 'list').split('\n')).toHaveLength(1);
    expect(await removeWorktreeIfUntouched(worktree)).toBe(false);
  });

  it.each([
    ['a new file', (at: string) => writeFileSync(path.join(at, 'new'), '')],
    ['a change', (at: string) => writeFileSync(path.join(at, 'README.md'), 'changed')],
    ['a commit', (at: string) => git(at, 'commit', '--quiet', '--allow-empty', '-m', 'Work')],
    [
      'a commit that is only on the branch',
      (at: string) => {
        git(at, 'commit', '--quiet', '--allow-empty', '-m', 'Work');
        git(at, 'checkout', '--quiet', '--detach', 'HEAD~1');
      },
    ],
  ])('leaves one with %s', async (_, touch) => {
    const { worktree } = await prepared();
    touch(worktree.path);
    const tip = git(repository, 'rev-parse', worktree.branch);
    await removeWorktreeIfUntouched(worktree);
    expect(git(repository, 'rev-parse', worktree.branch)).toBe(tip);
    if (tip === worktree.baseCommit) expect(existsSync(worktree.path)).toBe(true);
  });
});

describe('the project of a folder', () => {
  it('is its repository, or the folder itself', async () => {
    mkdirSync(path.join(repository, 'src'));
    const shop = { root: repository, name: 'shop', isRepository: true };
    expect(await projectOf(repository)).toEqual(shop);
    expect(await projectOf(path.join(repository, 'src'))).toEqual(shop);
    const plain = path.join(folder.path, 'plain');
    mkdirSync(plain);
    expect(await projectOf(plain)).toEqual({ root: plain, name: 'plain', isRepository: false });
  });
});

describe('worktrees that a daemon left when it died', () => {
  const clear = (lastStart: number) =>
    removeLeftWorktrees({
      home: path.join(folder.path, 'home'),
      folder: repository,
      taskId: 'task',
      lastStart,
    });

  it('are removed with their branches, up to the start that is known, and no other task is looked at', async () => {
    const first = await prepared({ start: 1 });
    const third = await prepared({ start: 3 });
    const later = await prepared({ start: 5 });
    const other = await prepared({ taskId: 'other' });
    await clear(4);
    expect([first, third].some(({ workFolder }) => existsSync(workFolder))).toBe(false);
    expect([later, other].every(({ workFolder }) => existsSync(workFolder))).toBe(true);
    expect(branches()).toEqual(['fleetboard/other/1', 'fleetboard/task/5', 'main']);
  });

  it('stay with what somebody would miss: a change, or a commit that no other branch has', async () => {
    const changed = await prepared({ start: 1 });
    writeFileSync(path.join(changed.workFolder, 'new.txt'), 'new');
    const committed = await prepared({ start: 2 });
    git(committed.workFolder, 'commit', '--quiet', '--allow-empty', '-m', 'Work');
    const merged = await prepared({ start: 3 });
    git(merged.workFolder, 'commit', '--quiet', '--allow-empty', '-m', 'Merged');
    git(repository, 'merge', '--quiet', '--ff-only', merged.worktree.branch);
    await clear(3);
    expect(existsSync(changed.workFolder)).toBe(true);
    expect(existsSync(committed.workFolder)).toBe(true);
    expect(existsSync(merged.workFolder)).toBe(false);
  });

  it('are no concern of a folder that is gone or outside git', async () => {
    const gone = path.join(folder.path, 'gone');
    const home = path.join(folder.path, 'home');
    await removeLeftWorktrees({ home, folder: gone, taskId: 'task', lastStart: 1 });
    await removeLeftWorktrees({ home, folder: folder.path, taskId: 'task', lastStart: 1 });
  });
});
