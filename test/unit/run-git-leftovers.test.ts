import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commitLeftovers } from '../../electron/daemon/loops/git/commit-leftovers.ts';
import { createRepository, git } from '../helpers/git-repository.ts';
import {
  commitAll,
  createRunRepository,
  type RunRepository,
  write,
  writeHook,
} from '../helpers/run-repository.ts';

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('leftovers');
});
afterEach(() => {
  vi.unstubAllEnvs();
  run.remove();
});

const at = (name: string) => git(run.worktree, 'rev-parse', name);
const show = (file: string) => git(run.worktree, 'show', `${run.branch}:${file}`);

async function commit() {
  const { worktree, branch } = run;
  const result = await commitLeftovers({ worktree, branch, message: 'Fix the till\n\nAll of it.' });
  if (result.outcome === 'failed') throw new Error(result.problem.message);
  // Whatever state it was left in: on its branch, with nothing to lose.
  expect(git(worktree, 'branch', '--show-current')).toBe(branch);
  expect(at(run.branch)).toBe(result.commit);
  expect(at(`${run.branch}^{tree}`)).toBe(result.tree);
  return result;
}

describe('what an attempt left uncommitted', () => {
  it('is committed on its branch: changed, new and deleted files, ignored ones not, without hooks', async () => {
    writeHook(path.join(run.repository, '.git/hooks'), 'pre-commit', 'exit 1');
    writeHook(path.join(run.repository, '.git/hooks'), 'commit-msg', 'exit 1');
    git(run.repository, 'config', 'commit.gpgSign', 'true');
    write(run.worktree, { 'till.txt': 'changed\n', 'src/new.txt': 'new\n', 'debug.log': 'log\n' });
    rmSync(path.join(run.worktree, 'README.md'));
    const before = at(run.branch);
    const result = await commit();
    expect(result).toMatchObject({ outcome: 'committed', notes: [] });
    expect(git(run.worktree, 'log', '-1', '--format=%B')).toBe('Fix the till\n\nAll of it.');
    expect(at('HEAD~1')).toBe(before);
    expect(git(run.worktree, 'ls-files').split('\n')).toEqual([
      '.gitignore',
      'src/new.txt',
      'till.txt',
    ]);
    expect(git(run.worktree, 'status', '--porcelain')).toBe('');
    expect(existsSync(path.join(run.worktree, 'debug.log'))).toBe(true);
  });

  it('is nothing when nothing changed; the same tree names the same content', async () => {
    const first = await commit();
    expect(first).toMatchObject({ outcome: 'nothing_to_commit', notes: [] });
    write(run.worktree, { 'till.txt': 'changed\n' });
    const second = await commit();
    expect(second.tree).not.toBe(first.tree);
    write(run.worktree, { 'till.txt': 'one\ntwo\nthree\n' });
    expect((await commit()).tree).toBe(first.tree);
  });

  it('is committed under a name of Fleetboard’s own where git knows none', async () => {
    git(run.repository, 'config', '--unset', 'user.name');
    git(run.repository, 'config', '--unset', 'user.email');
    git(run.repository, 'config', 'user.useConfigOnly', 'true');
    vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
    vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
    write(run.worktree, { 'till.txt': 'changed\n' });
    await commit();
    expect(git(run.worktree, 'log', '-1', '--format=%an %cn')).toBe('Fleetboard Fleetboard');
  });

  it('is committed past the locks of a git that was killed', async () => {
    write(run.worktree, { 'till.txt': 'changed\n' });
    const entry = git(run.worktree, 'rev-parse', '--absolute-git-dir');
    writeFileSync(path.join(entry, 'index.lock'), '');
    writeFileSync(path.join(entry, 'HEAD.lock'), '');
    writeFileSync(path.join(run.repository, '.git/refs/heads', `${run.branch}.lock`), '');
    expect(await commit()).toMatchObject({ outcome: 'committed' });
  });

  it('leaves out a repository inside it, with commits or without, and says so', async () => {
    write(run.worktree, { 'new.txt': 'new\n' });
    createRepository(run.worktree, 'cloned');
    git(run.worktree, 'init', '--quiet', 'begun');
    write(run.worktree, { 'begun/file.txt': 'file\n' });
    const { notes } = await commit();
    expect(show('new.txt')).toBe('new');
    expect(git(run.worktree, 'ls-tree', '--name-only', 'HEAD')).not.toMatch(/cloned|begun/);
    expect(notes).toEqual([expect.stringContaining('begun, cloned')]);
    expect(existsSync(path.join(run.worktree, 'begun/file.txt'))).toBe(true);
  });

  it('says what it cannot reach inside a submodule', async () => {
    const library = createRepository(run.folder, 'library');
    const allow = ['-c', 'protocol.file.allow=always'];
    git(run.worktree, ...allow, 'submodule', '--quiet', 'add', library, 'lib');
    await commit();
    write(run.worktree, { 'lib/README.md': 'changed\n', 'till.txt': 'changed\n' });
    const { notes } = await commit();
    expect(show('till.txt')).toBe('changed');
    expect(notes).toEqual([expect.stringContaining('changes in lib')]);
  });

  it('is refused in words when its worktree is gone', async () => {
    const { branch } = run;
    const worktree = path.join(run.folder, 'gone');
    expect(await commitLeftovers({ worktree, branch, message: 'Gone' })).toMatchObject({
      outcome: 'failed',
      problem: { code: 'worktree_missing', message: expect.stringContaining(worktree) },
    });
  });
});

describe('what an attempt left in progress', () => {
  /** A line on the branch and another on `side`, which conflict in the till. */
  function conflicting(): void {
    git(run.repository, 'branch', 'side', run.branch);
    write(run.worktree, { 'till.txt': 'mine\n', 'mine.txt': 'mine\n' });
    commitAll(run.worktree, 'Mine');
    const other = path.join(run.folder, 'other');
    git(run.repository, 'worktree', 'add', '--quiet', other, 'side');
    write(other, { 'till.txt': 'side\n', 'side.txt': 'side\n' });
    commitAll(other, 'Side');
  }

  it('an unresolved merge does not pass for merged', async () => {
    conflicting();
    expect(() => git(run.worktree, 'merge', 'side')).toThrow();
    const { notes } = await commit();
    expect(notes).toEqual([
      expect.stringContaining('merge was left in progress with conflicts in till.txt'),
    ]);
    expect(show('till.txt')).toContain('<<<<<<<');
    expect(git(run.worktree, 'log', '-1', '--format=%P').split(' ')).toHaveLength(1);
    expect(git(run.worktree, 'status', '--porcelain')).toBe('');
    expect(() => git(run.worktree, 'rev-parse', '--verify', 'MERGE_HEAD')).toThrow();
  });

  it('a resolved merge stays one', async () => {
    conflicting();
    expect(() => git(run.worktree, 'merge', 'side')).toThrow();
    write(run.worktree, { 'till.txt': 'both\n' });
    git(run.worktree, 'add', 'till.txt');
    await commit();
    expect(git(run.worktree, 'log', '-1', '--format=%P').split(' ')[1]).toBe(at('side'));
    expect(show('till.txt')).toBe('both');
  });

  it('a rebase: the branch keeps its commits, and what was checked out is kept and named', async () => {
    conflicting();
    const before = at(run.branch);
    expect(() => git(run.worktree, 'rebase', 'side')).toThrow();
    write(run.worktree, { 'till.txt': 'half resolved\n' });
    const { commit: tip, notes } = await commit();
    expect(tip).toBe(before);
    const reference = /git show (\S+)\.$/.exec(notes.at(-1) ?? '')?.[1] ?? '';
    expect(git(run.worktree, 'show', `${reference}:till.txt`)).toBe('half resolved');
    expect(git(run.worktree, 'status', '--porcelain')).toBe('');
    expect(git(run.worktree, 'status')).not.toContain('rebase');
  });

  it('a cherry-pick and a bisect', async () => {
    conflicting();
    expect(() => git(run.worktree, 'cherry-pick', 'side')).toThrow();
    expect((await commit()).notes).toEqual([expect.stringContaining('cherry-pick')]);
    expect(git(run.worktree, 'status')).not.toContain('cherry-pick');
    git(run.worktree, 'bisect', 'start', 'HEAD', 'HEAD~2');
    await commit();
    expect(git(run.worktree, 'status')).not.toContain('bisect');
    expect(show('mine.txt')).toBe('mine');
  });
});

describe('an attempt that left its branch', () => {
  it('detached, with commits and changes: the branch follows', async () => {
    git(run.worktree, 'checkout', '--quiet', '--detach');
    write(run.worktree, { 'till.txt': 'first\n' });
    const made = commitAll(run.worktree, 'By the agent');
    write(run.worktree, { 'till.txt': 'second\n' });
    const { notes } = await commit();
    expect(at('HEAD~1')).toBe(made);
    expect(show('till.txt')).toBe('second');
    expect(notes).toEqual([expect.stringContaining('no branch checked out')]);
  });

  it('for a branch of its own: the run’s follows, the other stays where it is', async () => {
    git(run.worktree, 'switch', '--quiet', '-c', 'feature');
    const made = commitAll(run.worktree, 'By the agent');
    write(run.worktree, { 'till.txt': 'second\n' });
    const { notes } = await commit();
    expect(at('feature')).toBe(made);
    expect(show('till.txt')).toBe('second');
    expect(notes).toEqual([expect.stringContaining('"feature"')]);
  });

  it('for an older commit: the branch keeps what it has', async () => {
    write(run.worktree, { 'till.txt': 'first\n' });
    const made = commitAll(run.worktree, 'First');
    git(run.worktree, 'checkout', '--quiet', '--detach', 'HEAD~1');
    expect(await commit()).toMatchObject({ outcome: 'nothing_to_commit', commit: made });
    expect(readFileSync(path.join(run.worktree, 'till.txt'), 'utf8')).toBe('first\n');
  });

  it('for another line that goes with it: both are merged', async () => {
    write(run.worktree, { 'till.txt': 'first\n' });
    commitAll(run.worktree, 'First');
    git(run.worktree, 'checkout', '--quiet', '-b', 'feature', 'HEAD~1');
    write(run.worktree, { 'README.md': 'second\n' });
    const { notes } = await commit();
    expect([show('till.txt'), show('README.md')]).toEqual(['first', 'second']);
    expect(notes.join()).toContain('were merged');
    expect(git(run.worktree, 'status', '--porcelain')).toBe('');
  });

  it.each(['a line that conflicts', 'a line without a beginning in common'])(
    'for %s: it is kept and named',
    async (line) => {
      write(run.worktree, { 'till.txt': 'first\n' });
      const made = commitAll(run.worktree, 'First');
      if (line === 'a line that conflicts') {
        git(run.worktree, 'checkout', '--quiet', '-b', 'feature', 'HEAD~1');
      } else {
        git(run.worktree, 'checkout', '--quiet', '--orphan', 'feature');
      }
      write(run.worktree, { 'till.txt': 'second\n' });
      const { commit: tip, notes } = await commit();
      expect(tip).toBe(made);
      const reference = /git show (\S+)\.$/.exec(notes.at(-1) ?? '')?.[1] ?? '';
      expect(git(run.worktree, 'show', `${reference}:till.txt`)).toBe('second');
      expect(readFileSync(path.join(run.worktree, 'till.txt'), 'utf8')).toBe('first\n');
      expect(git(run.worktree, 'status', '--porcelain')).toBe('');
    },
  );

  it('deleted it: it is there again', async () => {
    git(run.worktree, 'switch', '--quiet', '-c', 'feature');
    write(run.worktree, { 'till.txt': 'first\n' });
    commitAll(run.worktree, 'First');
    git(run.worktree, 'branch', '--quiet', '-D', run.branch);
    expect(await commit()).toMatchObject({ outcome: 'committed', commit: at('feature') });
  });
});
