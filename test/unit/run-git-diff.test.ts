import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DIFF_LIMITS, type DiffLimits } from '../../electron/daemon/loops/git/diff-limits.ts';
import { mergeBaseOf, readDiff } from '../../electron/daemon/loops/git/read-diff.ts';
import { reviewDiffSchema } from '../../shared/review.ts';
import { git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
} from '../helpers/run-repository.ts';

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('diff');
});
afterEach(() => {
  vi.unstubAllEnvs();
  run.remove();
});

async function read(limits: Partial<DiffLimits> = {}) {
  const result = await readDiff({
    repository: run.repository,
    baseCommit: git(run.repository, 'rev-parse', 'main'),
    headCommit: commitAll(run.worktree, 'Change'),
    limits: { ...DIFF_LIMITS, ...limits },
  });
  if (result.outcome === 'failed') throw new Error(result.problem.message);
  return reviewDiffSchema.parse(result.diff);
}

const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

describe('the diff of a run', () => {
  it('tells hunks by line on both sides', async () => {
    write(run.worktree, { 'till.txt': 'one\nTWO\nthree\nfour' });
    const { files, additions, deletions } = await read();
    expect([additions, deletions]).toEqual([2, 1]);
    expect(files).toHaveLength(1);
    const lines = files[0]?.hunks[0]?.lines.map(({ kind, oldLine, newLine, text }) =>
      [kind, oldLine, newLine, text].join(' '),
    );
    expect(lines).toEqual([
      'context 1 1 one',
      'deleted 2  two',
      'added  2 TWO',
      'context 3 3 three',
      'added  4 four',
    ]);
    expect(files[0]?.hunks[0]?.lines.at(-1)?.endsWithoutNewline).toBe(true);
    expect(files[0]).toMatchObject({ status: 'modified', additions: 2, deletions: 1 });
  });

  it('tells added, deleted, renamed, binary and executable files, links and strange names', async () => {
    write(run.worktree, {
      'strange\t"name" ü.txt': 'x\n',
      'data.bin': '\0\x01\x02',
      'README.md': '',
    });
    rmSync(path.join(run.worktree, 'README.md'));
    git(run.worktree, 'mv', 'till.txt', 'moved.txt');
    chmodSync(path.join(run.worktree, '.gitignore'), 0o755);
    const { files } = await read();
    const found = Object.fromEntries(files.map((file) => [file.path, file]));
    expect(found['strange\t"name" ü.txt']).toMatchObject({ status: 'added', additions: 1 });
    expect(found['data.bin']).toMatchObject({ status: 'added', isBinary: true, hunks: [] });
    expect(found['README.md']).toMatchObject({ status: 'deleted', deletions: 3 });
    expect(found['README.md']?.hunks[0]?.lines).toHaveLength(3);
    expect(found['moved.txt']).toMatchObject({ status: 'renamed', oldPath: 'till.txt', hunks: [] });
    expect(found['.gitignore']).toMatchObject({
      status: 'modified',
      modeChange: { from: '100644', to: '100755' },
    });
  });

  it('keeps files apart where one became a link', async () => {
    rmSync(path.join(run.worktree, 'README.md'));
    symlinkSync('till.txt', path.join(run.worktree, 'README.md'));
    write(run.worktree, { 'till.txt': 'last\n' });
    const { files } = await read();
    expect(files.map(({ path: name, hunks }) => [name, hunks.length])).toEqual([
      ['README.md', 2],
      ['till.txt', 1],
    ]);
    expect(files[1]?.hunks[0]?.lines.at(-1)?.text).toBe('last');
  });

  it('takes no line of a file for a header', async () => {
    const tricky = '-- a/x\n++ b/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline\n\n';
    write(run.worktree, { 'tricky.patch': tricky, 'z.txt': 'z\n' });
    const { files } = await read();
    expect(files[0]?.hunks[0]?.lines.map(({ text }) => `${text}\n`).join('')).toBe(tricky);
    expect(files[1]?.hunks[0]?.lines.map(({ text }) => text)).toEqual(['z']);
  });

  it('survives bytes that are no UTF-8', async () => {
    writeFileSync(path.join(run.worktree, 'latin.txt'), Buffer.from([0x66, 0xfc, 0x72, 0x0a]));
    const { files } = await read();
    expect(files[0]?.hunks[0]?.lines[0]?.text).toBe('f\uFFFDr');
  });

  it('is the same whatever a person has configured for diffs of their own', async () => {
    write(run.worktree, { 'till.txt': 'TWO\n', 'README.md': '# Shop\n\nA large shop.\n' });
    const plain = await read();
    const settings = {
      'diff.noprefix': 'true',
      'diff.suppressBlankEmpty': 'true',
      'diff.context': '0',
      'diff.external': 'false',
      'color.ui': 'always',
      'diff.renames': 'false',
    };
    for (const [name, value] of Object.entries(settings))
      git(run.repository, 'config', name, value);
    vi.stubEnv('GIT_DIFF_OPTS', '--unified=0');
    vi.stubEnv('GIT_EXTERNAL_DIFF', 'false');
    expect((await read()).files).toEqual(plain.files);
  });

  it('lists a file that is too large without its lines, and the others with theirs', async () => {
    write(run.worktree, { 'a-large.txt': numbered(101), 'b-small.txt': numbered(3) });
    const { files, additions } = await read({ linesPerFile: 100 });
    expect(files).toMatchObject([
      { path: 'a-large.txt', leftOut: 'file_too_large', hunks: [], additions: 101 },
      { path: 'b-small.txt', leftOut: null, additions: 3 },
    ]);
    expect(files[1]?.hunks[0]?.lines).toHaveLength(3);
    expect(additions).toBe(104);
  });

  it('stops at its bound of lines, of files, of bytes and of one line, and says so each time', async () => {
    write(run.worktree, { 'a.txt': numbered(60), 'b.txt': numbered(60, 'b'), 'c.txt': 'c\n' });
    expect((await read({ lines: 100 })).files.map(({ leftOut }) => leftOut)).toEqual([
      null,
      'diff_too_large',
      null,
    ]);
    const few = await read({ files: 2 });
    expect(few).toMatchObject({ leftOutFiles: 1, additions: 121 });
    expect(few.files).toHaveLength(2);
    write(run.worktree, { 'b.txt': `${'x'.repeat(300_000)}\n` });
    const bounded = await read({ bytes: 100_000 });
    expect(bounded.files.map(({ leftOut }) => leftOut)).toEqual([
      null,
      'diff_too_large',
      'diff_too_large',
    ]);
    const long = (await read({ lineBytes: 1_000 })).files[1]?.hunks[0]?.lines[0];
    expect(long?.text).toHaveLength(999);
    expect(long?.leftOutBytes).toBe(299_001);
  });

  it('of 5,000 lines takes well under a second', async () => {
    write(run.worktree, { 'big.txt': numbered(4_990), 'small.txt': numbered(10) });
    const headCommit = commitAll(run.worktree, 'Big');
    const baseCommit = git(run.repository, 'rev-parse', 'main');
    const startedAt = performance.now();
    const result = await readDiff({ repository: run.repository, baseCommit, headCommit });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(result).toMatchObject({ diff: { additions: 5_000 } });
  });

  it('is empty between equal commits, and refused where a commit is gone', async () => {
    expect(await read()).toMatchObject({ files: [], additions: 0, leftOutFiles: 0 });
    const missing = 'a'.repeat(40);
    expect(
      await readDiff({ repository: run.repository, baseCommit: missing, headCommit: missing }),
    ).toMatchObject({ outcome: 'failed', problem: { message: expect.stringContaining(missing) } });
  });

  it('begins where the branch and its base still agree', async () => {
    const start = git(run.repository, 'rev-parse', 'main');
    commitAll(run.repository, 'Meanwhile');
    const head = commitAll(run.worktree, 'Work');
    const { repository } = run;
    expect(await mergeBaseOf({ repository, baseBranch: 'main', head })).toEqual({
      outcome: 'found',
      commit: start,
    });
    expect(await mergeBaseOf({ repository, baseBranch: 'gone', head })).toMatchObject({
      outcome: 'failed',
      problem: { message: expect.stringContaining('"gone"') },
    });
  });
});
