import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leftOutOf, unifiedDiff } from '../../electron/cli/unified-diff.ts';
import { readDiff } from '../../electron/daemon/loops/git/read-diff.ts';
import type { DiffFile, ReviewDiff } from '../../shared/review.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import { commitAll, write } from '../helpers/run-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const folder = temporaryFolder('cli-runs-diff');
afterAll(() => folder.remove());

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('');

async function diffBetween(
  repository: string,
  baseCommit: string,
  headCommit: string,
): Promise<ReviewDiff> {
  const read = await readDiff({ repository, baseCommit, headCommit });
  if (read.outcome !== 'read') throw new Error(JSON.stringify(read));
  return read.diff;
}

describe('a unified diff', () => {
  it('of everything that can happen to a text is applied by git to the same tree', async () => {
    const repository = createRepository(folder.path);
    write(repository, {
      'changed.txt': LINES,
      'moved.txt': LINES.replaceAll('line', 'row'),
      'gone.txt': 'one\ntwo\n',
      'script.sh': 'echo\n',
      'windows.txt': 'one\r\ntwo\r\n',
    });
    const base = commitAll(repository, 'Before');
    writeFileSync(
      path.join(repository, 'changed.txt'),
      `${LINES.replace('line 3\n', 'line three\n').replace('line 30\n', '')}no newline`,
    );
    renameSync(path.join(repository, 'moved.txt'), path.join(repository, 'moved here.txt'));
    rmSync(path.join(repository, 'gone.txt'));
    chmodSync(path.join(repository, 'script.sh'), 0o755);
    write(repository, {
      'windows.txt': 'one\r\n2\r\n',
      'empty.txt': '',
      'a folder/a "quoted"\tname.txt': 'in it\n',
      'ümlaut.txt': 'hübsch\n',
    });
    const head = commitAll(repository, 'After');
    const diff = await diffBetween(repository, base, head);
    expect(leftOutOf(diff)).toEqual([]);
    const patch = path.join(folder.path, 'all.patch');
    writeFileSync(patch, unifiedDiff(diff));
    git(repository, 'checkout', '--quiet', base);
    git(repository, 'apply', '--index', patch);
    expect(git(repository, 'write-tree')).toBe(git(repository, 'rev-parse', `${head}^{tree}`));
  });

  it('says what it does not hold', () => {
    const file = (name: string, rest: Partial<DiffFile>): DiffFile => ({
      ...{ path: name, oldPath: null, status: 'modified', modeChange: null, isBinary: false },
      ...{ additions: 2, deletions: 1, hunks: [], leftOut: null, ...rest },
    });
    const long = { kind: 'added', oldLine: null, newLine: 1, text: 'x' } as const;
    const lines = [{ ...long, leftOutBytes: 9, endsWithoutNewline: false }];
    const hunk = { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, section: '', lines };
    const diff: ReviewDiff = {
      ...{ baseCommit: '', headCommit: '', additions: 0, deletions: 0, leftOutFiles: 3 },
      files: [
        file('large.txt', { leftOut: 'file_too_large' }),
        file('late.txt', { leftOut: 'diff_too_large' }),
        file('long.txt', { hunks: [hunk] }),
        file('picture.png', { isBinary: true }),
      ],
    };
    expect(leftOutOf(diff)).toEqual([
      'Left out, it is too large: large.txt (+2 -1)',
      'Left out, the diff is too large: late.txt (+2 -1)',
      'Cut, it has very long lines: long.txt',
      'Left out: 3 more files',
    ]);
    expect(unifiedDiff(diff)).toContain('Binary files a/picture.png and b/picture.png differ\n');
  });
});
