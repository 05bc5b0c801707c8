import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { landMerge } from '../../electron/daemon/loops/git/land-merge.ts';
import { predictMerge } from '../../electron/daemon/loops/git/predict-merge.ts';
import { prepareMerge } from '../../electron/daemon/loops/git/prepare-merge.ts';
import { type MergeMethod, mergeMethodSchema } from '../../shared/runs.ts';
import { gitFingerprint } from '../helpers/git-fingerprint.ts';
import { git } from '../helpers/git-repository.ts';
import { BECAUSE_OF_GIT } from '../helpers/merge-refusals/because-of-git.ts';
import { BECAUSE_OF_THE_BASE } from '../helpers/merge-refusals/because-of-the-base.ts';
import { BECAUSE_OF_THE_RUN } from '../helpers/merge-refusals/because-of-the-run.ts';
import { type RefusedMerge, tip } from '../helpers/merge-refusals/refused-merge.ts';
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

const CASES = [...BECAUSE_OF_THE_BASE, ...BECAUSE_OF_THE_RUN, ...BECAUSE_OF_GIT];

const rows = CASES.flatMap((one) =>
  (one.methods ?? mergeMethodSchema.options).map((method) => ({ ...one, method })),
);

describe('a merge is refused, and git is as it was, for', () => {
  it.each(rows)('$code: $what ($method)', async (row) => {
    const { home, repository, branch } = run;
    const head = tip(run, branch);
    const early = await prepareEarly(row);
    row.arrange(run);
    const { base = tipOrNull('main') ?? head, head: shownHead = tipOrNull(branch) ?? head } =
      row.shown?.(run) ?? {};
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
    expect(result.outcome === 'refused' && result.refusal.message).toContain(row.names(run));
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

function tipOrNull(branch: string): string | null {
  return (
    git(run.repository, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`) || null
  );
}

/** What was in order when it was prepared may no longer be when it lands. */
async function prepareEarly(row: RefusedMerge & { readonly method: MergeMethod }) {
  if (row.refusesLanding !== true) return null;
  const { home, repository, branch } = run;
  const prepared = await prepareMerge({
    home,
    repository,
    runId: 'early',
    baseBranch: 'main',
    expectedBase: tip(run, 'main'),
    branch,
    expectedHead: tip(run, branch),
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
        head: tip(run, run.branch),
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
