import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { landMerge, mergeLanded } from '../../electron/daemon/loops/git/land-merge.ts';
import { abandonMerge } from '../../electron/daemon/loops/git/merge-place.ts';
import { predictMerge } from '../../electron/daemon/loops/git/predict-merge.ts';
import { type MergeRequest, prepareMerge } from '../../electron/daemon/loops/git/prepare-merge.ts';
import { mergeMethodSchema } from '../../shared/runs.ts';
import { gitFingerprint } from '../helpers/git-fingerprint.ts';
import { git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
  writeHook,
} from '../helpers/run-repository.ts';

const METHODS = mergeMethodSchema.options;

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('merge');
});
afterEach(() => run.remove());

const at = (name: string) => git(run.repository, 'rev-parse', name);

/** What the window would send after it has shown how things are. */
function request(change: Partial<MergeRequest> = {}): MergeRequest {
  return {
    home: run.home,
    repository: run.repository,
    runId: 'run',
    baseBranch: 'main',
    expectedBase: at('main'),
    branch: run.branch,
    expectedHead: at(run.branch),
    method: 'merge',
    message: 'Count the change\n\nAs the goal says.',
    ...change,
  };
}

async function prepared(change: Partial<MergeRequest> = {}) {
  const result = await prepareMerge(request(change));
  if (result.outcome === 'refused') throw new Error(result.refusal.message);
  return result;
}

const land = (merge: { baseCommit: string; commit: string }) =>
  landMerge({ repository: run.repository, baseBranch: 'main', ...merge });

/** Two commits of the run, and one of the base that goes with them. */
function work(): void {
  write(run.worktree, { 'till.txt': 'one\ntwo\nthree\nfour\n' });
  commitAll(run.worktree, 'Four');
  write(run.worktree, { 'src/change.txt': 'change\n' });
  commitAll(run.worktree, 'Change');
  write(run.repository, { 'README.md': '# Shop\n' });
  commitAll(run.repository, 'Shorter');
}

describe.each(METHODS)('merging by %s', (method) => {
  it('makes the commits beside the checkouts, then moves the base with its files', async () => {
    work();
    const before = gitFingerprint(run.repository);
    const merge = await prepared({ method });
    const kept = at('refs/fleetboard/merges/run');
    expect(kept).toBe(merge.commit);
    git(run.repository, 'update-ref', '-d', 'refs/fleetboard/merges/run');
    expect(gitFingerprint(run.repository)).toEqual(before);
    git(run.repository, 'update-ref', 'refs/fleetboard/merges/run', merge.commit);

    expect(await land(merge)).toEqual({ outcome: 'landed', baseTip: merge.commit });
    expect(at('main')).toBe(merge.commit);
    expect(git(run.repository, 'status', '--porcelain')).toBe('');
    expect(readFileSync(path.join(run.repository, 'src/change.txt'), 'utf8')).toBe('change\n');
    expect(readFileSync(path.join(run.repository, 'README.md'), 'utf8')).toBe('# Shop\n');
    expect(git(run.repository, 'for-each-ref', 'refs/fleetboard')).toBe('');
    expect(git(run.repository, 'worktree', 'list').split('\n')).toHaveLength(2);
    const subjects = git(run.repository, 'log', '--first-parent', '--format=%s').split('\n');
    const begin = ['Shorter', 'A till', 'Begin'];
    expect(subjects).toEqual(
      method === 'rebase' ? ['Change', 'Four', ...begin] : ['Count the change', ...begin],
    );
    expect(git(run.repository, 'log', '-1', '--format=%P').split(' ')).toHaveLength(
      method === 'merge' ? 2 : 1,
    );
  });

  it('moves the reference alone where no checkout shows the base', async () => {
    work();
    git(run.repository, 'switch', '--quiet', '-c', 'other');
    write(run.repository, { 'till.txt': 'half done\n' });
    const merge = await prepared({ method });
    expect(await land(merge)).toMatchObject({ outcome: 'landed' });
    expect(at('main')).toBe(merge.commit);
    expect(git(run.repository, 'status', '--porcelain')).toBe('M till.txt');
  });

  it('goes on after a kill between any two steps', async () => {
    work();
    // Killed while it was made: a worktree that git has locked, half of it there, and a commit from before.
    const place = path.dirname((await leftPlace()).folder);
    expect(existsSync(place)).toBe(true);
    const merge = await prepared({ method });
    expect(git(run.repository, 'worktree', 'list').split('\n')).toHaveLength(2);
    const question = { repository: run.repository, baseBranch: 'main', commit: merge.commit };
    expect(await mergeLanded(question)).toEqual({ outcome: 'not_landed' });
    await land(merge);
    expect(await mergeLanded(question)).toEqual({ outcome: 'landed', baseTip: merge.commit });
    // Landed already, and the base went on since.
    const later = commitAll(run.repository, 'Later');
    expect(await land(merge)).toEqual({ outcome: 'landed', baseTip: later });
  });
});

/** What `kill -9` leaves of a merge at its worst moment. */
async function leftPlace(): Promise<{ folder: string }> {
  const { commit } = await prepared();
  const probe = path.join(run.folder, 'probe');
  writeHook(
    path.join(run.repository, '.git', 'hooks'),
    'pre-merge-commit',
    `pwd > ${probe}; exit 1`,
  );
  await prepareMerge(request());
  rmSync(path.join(run.repository, '.git', 'hooks', 'pre-merge-commit'));
  const folder = readFileSync(probe, 'utf8').trim();
  git(run.repository, 'worktree', 'add', '--quiet', '--detach', '--lock', folder, commit);
  rmSync(path.join(folder, '.git'));
  return { folder };
}

describe('a merge that is given up', () => {
  it('leaves no worktree, no reference and no moved branch', async () => {
    work();
    const before = gitFingerprint(run.repository);
    const { folder } = await leftPlace();
    expect(at('refs/fleetboard/merges/run')).not.toBe('');
    const { home, repository } = run;
    expect(await abandonMerge({ home, repository, runId: 'run' })).toEqual({
      outcome: 'abandoned',
    });
    expect(existsSync(folder)).toBe(false);
    expect(gitFingerprint(repository)).toEqual(before);
    expect(await abandonMerge({ home, repository, runId: 'run' })).toEqual({
      outcome: 'abandoned',
    });
  });
});

describe('predicting a merge', () => {
  const predict = () =>
    predictMerge({
      repository: run.repository,
      branch: run.branch,
      head: at(run.branch),
      baseBranch: 'main',
    });

  it('says that it is clean, and against which base', async () => {
    work();
    const before = gitFingerprint(run.repository);
    expect(await predict()).toEqual({ outcome: 'clean', baseCommit: at('main') });
    expect(gitFingerprint(run.repository)).toEqual(before);
  });

  it('names the files that conflict', async () => {
    write(run.worktree, { 'till.txt': 'mine\n', 'naïve name.txt': 'mine\n' });
    commitAll(run.worktree, 'Mine');
    write(run.repository, { 'till.txt': 'yours\n', 'naïve name.txt': 'yours\n' });
    commitAll(run.repository, 'Yours');
    const before = gitFingerprint(run.repository);
    expect(await predict()).toMatchObject({
      outcome: 'conflicts',
      files: ['naïve name.txt', 'till.txt'],
      refusal: { code: 'conflict', files: ['naïve name.txt', 'till.txt'] },
    });
    expect(gitFingerprint(run.repository)).toEqual(before);
  });

  it('says when there is nothing to merge, also while the base is ahead', async () => {
    commitAll(run.repository, 'Ahead');
    expect(await predict()).toMatchObject({
      outcome: 'nothing_to_merge',
      refusal: { code: 'nothing_to_merge' },
    });
  });
});

describe('hooks of the project', () => {
  it('run in a prepared merge, also from a folder that only the checkout has', async () => {
    work();
    git(run.repository, 'config', 'core.hooksPath', '.husky/_');
    const said = path.join(run.folder, 'said');
    write(run.repository, { '.git/info/exclude': '.husky\n' });
    writeHook(path.join(run.repository, '.husky/_'), 'pre-merge-commit', `echo merge >> ${said}`);
    writeHook(path.join(run.repository, '.husky/_'), 'pre-commit', `echo commit >> ${said}`);
    await prepared({ method: 'merge' });
    await prepared({ method: 'squash' });
    expect(readFileSync(said, 'utf8')).toBe('merge\ncommit\n');
  });

  it('may change what is committed, and that lands', async () => {
    work();
    writeHook(
      path.join(run.repository, '.git/hooks'),
      'pre-commit',
      'echo formatted > formatted.txt; git add formatted.txt',
    );
    await land(await prepared({ method: 'squash' }));
    expect(existsSync(path.join(run.repository, 'formatted.txt'))).toBe(true);
  });

  it('are not waited for once they leave something running', async () => {
    work();
    const pid = path.join(run.folder, 'pid');
    writeHook(
      path.join(run.repository, '.git/hooks'),
      'pre-merge-commit',
      `sleep 600 & echo $! > ${pid}`,
    );
    await prepared();
    process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  });
});

describe('a repository of another shape', () => {
  it('whose state lies apart from its checkout', async () => {
    work();
    const state = path.join(run.folder, 'state');
    git(run.repository, 'init', '--quiet', '--separate-git-dir', state);
    expect(await land(await prepared())).toMatchObject({ outcome: 'landed' });
    expect(git(run.repository, 'status', '--porcelain')).toBe('');
  });

  it('that is a linked worktree of a bare one', async () => {
    const bare = path.join(run.folder, 'bare.git');
    git(run.folder, 'clone', '--quiet', '--bare', run.repository, bare);
    const checkout = path.join(run.folder, 'checkout');
    git(bare, 'worktree', 'add', '--quiet', checkout, 'main');
    git(bare, 'branch', 'change', 'main');
    git(bare, 'worktree', 'add', '--quiet', path.join(run.folder, 'change'), 'change');
    git(bare, 'config', 'user.name', 'Test');
    git(bare, 'config', 'user.email', 'test@example.invalid');
    write(path.join(run.folder, 'change'), { 'change.txt': 'change\n' });
    const head = commitAll(path.join(run.folder, 'change'), 'Change');
    const merge = await prepared({ repository: checkout, branch: 'change', expectedHead: head });
    const landing = { repository: checkout, baseBranch: 'main', ...merge };
    expect(await landMerge(landing)).toMatchObject({ outcome: 'landed' });
    expect(existsSync(path.join(checkout, 'change.txt'))).toBe(true);
  });
});

describe('git at the moment of landing', () => {
  it('is not in the process group that a Ctrl-C of the daemon ends', async () => {
    work();
    const group = path.join(run.folder, 'group');
    writeHook(
      path.join(run.repository, '.git/hooks'),
      'post-merge',
      `cut -d ' ' -f 5 /proc/$$/stat > ${group}`,
    );
    expect(await land(await prepared())).toMatchObject({ outcome: 'landed' });
    const own = readFileSync('/proc/self/stat', 'utf8').split(' ')[4];
    expect(readFileSync(group, 'utf8').trim()).toMatch(/^\d+$/);
    expect(readFileSync(group, 'utf8').trim()).not.toBe(own);
  });
});

describe('what a person configured for merging by hand', () => {
  it('moves no other branch and makes no stash', async () => {
    work();
    for (const [name, value] of [
      ['rebase.updateRefs', 'true'],
      ['rebase.autoStash', 'true'],
      ['merge.autoStash', 'true'],
      ['merge.ff', 'only'],
      ['merge.verifySignatures', 'true'],
      ['commit.cleanup', 'strip'],
      ['branch.main.mergeOptions', '--squash --no-commit'],
    ] as const) {
      git(run.repository, 'config', name, value);
    }
    const first = git(run.repository, 'rev-parse', `${run.branch}~1`);
    git(run.repository, 'branch', 'stacked', first);
    for (const method of METHODS) {
      const { commit } = await prepared({ method, message: '#12 is done' });
      expect(at('stacked')).toBe(first);
      const subject = method === 'rebase' ? 'Change' : '#12 is done';
      expect(git(run.repository, 'log', '-1', '--format=%s', commit)).toBe(subject);
    }
    expect(await land(await prepared())).toMatchObject({ outcome: 'landed' });
    expect(git(run.repository, 'stash', 'list')).toBe('');
  });
});
