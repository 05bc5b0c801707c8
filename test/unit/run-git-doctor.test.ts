import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examineWorktrees } from '../../electron/daemon/doctor/examine-worktrees.ts';
import { NO_FACTS } from '../../electron/daemon/doctor/stored-facts.ts';
import { folderSize, SizeBound } from '../../electron/daemon/loops/git/folder-size.ts';
import { git } from '../helpers/git-repository.ts';
import { createRunRepository, type RunRepository, write } from '../helpers/run-repository.ts';

let run: RunRepository;
beforeEach(() => {
  run = createRunRepository('doctor');
});
afterEach(() => run.remove());

function worktree(name: string): string {
  const folder = path.join(run.home, 'worktrees', 'shop', name);
  git(run.repository, 'worktree', 'add', '--quiet', '-b', `fleetboard/${name}/1`, folder);
  return folder;
}

describe('the doctor, on worktrees', () => {
  it('lists what belongs to no open run and no open task, largest first, with sizes', async () => {
    const small = worktree('small-1');
    const large = worktree('large-2');
    write(large, { 'large.bin': 'x'.repeat(3_000_000) });
    const merging = worktree('run-merge');
    const busy = worktree('busy-1');
    const facts = {
      ...NO_FACTS,
      isKnown: true,
      openRunIds: new Set(['run']),
      foldersInUse: new Set([path.join(busy, 'src')]),
    };
    const [finding, ...more] = await examineWorktrees(run.home, facts);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ check: 'Worktrees', state: 'ok' });
    const message = finding?.message ?? '';
    expect(message).toMatch(/^5, 3 in use; the others wait for review: 3\.\d MB in /);
    expect(message.indexOf(`${large} (3.`)).toBeGreaterThan(0);
    expect(message.indexOf(small)).toBeGreaterThan(message.indexOf(large));
    for (const folder of [run.worktree, merging, busy]) expect(message).not.toContain(folder);
  });

  it('names those whose repository is gone, and lists the others all the same', async () => {
    const broken = path.join(run.home, 'worktrees', 'gone', 'task-1');
    mkdirSync(broken, { recursive: true });
    const findings = await examineWorktrees(run.home, { ...NO_FACTS, isKnown: true });
    expect(findings).toMatchObject([
      { state: 'warn', message: expect.stringContaining(broken) },
      { state: 'ok', message: expect.stringContaining(run.worktree) },
    ]);
  });
});

describe('the size of a folder', () => {
  it('is bounded, and says so; links are not followed', async () => {
    const folder = path.join(run.folder, 'many');
    for (let at = 0; at < 100; at += 1) write(folder, { [`${at}.txt`]: 'x'.repeat(5_000) });
    symlinkSync(folder, path.join(folder, 'again'));
    const whole = await folderSize(folder, new SizeBound(1_000, 60_000));
    expect(whole.isWhole).toBe(true);
    expect(whole.bytes).toBeGreaterThanOrEqual(500_000);
    expect(whole.bytes).toBeLessThan(1_000_000);
    expect((await folderSize(folder, new SizeBound(50, 60_000))).isWhole).toBe(false);
    expect((await folderSize(folder, new SizeBound(1_000, 0))).isWhole).toBe(false);
  });
});
