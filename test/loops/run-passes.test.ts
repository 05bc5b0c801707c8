import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { git } from '../helpers/git-repository.ts';
import { LoopHome } from '../helpers/loop-home.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

let home: LoopHome | null = null;
afterEach(async () => {
  await home?.close();
  if (home !== null) expect(workerProcessesOf(home.home)).toEqual([]);
  home = null;
});

describe('a run', () => {
  it('repeats attempts until its check passes, and its merge lands on the base', async () => {
    home = new LoopHome({ mender: ['fix=3'] });
    const before = git(home.repository, 'rev-parse', 'HEAD');
    const daemon = await home.daemon();
    const runId = await home.start(daemon, { agent: 'mender' });
    const { card, attempts, workFolder } = await home.ended(daemon, runId);

    expect(card).toMatchObject({
      status: 'ended',
      endReason: 'passed',
      state: 'done',
      hasWork: true,
    });
    expect(
      attempts.map(({ ordinal, outcome, checkExitCode, because }) => [
        ordinal,
        outcome,
        checkExitCode,
        because,
      ]),
    ).toEqual([
      [1, 'check_failed', 3, 'goal'],
      [2, 'check_failed', 3, 'check_failure'],
      [3, 'passed', 0, 'check_failure'],
    ]);
    const prompts = home.logged('prompt').map(([prompt]) => prompt);
    expect(prompts).toEqual(attempts.map(({ prompt }) => prompt));
    expect(prompts[0]).toBe('Mend the result');
    expect(prompts[1]).toContain('not fixed: try 1');
    expect(prompts[2]).toContain('not fixed: try 2');

    // Untouched so far: head, index, files.
    expect(git(home.repository, 'rev-parse', 'HEAD')).toBe(before);
    expect(git(home.repository, 'status', '--porcelain')).toBe('');
    expect(existsSync(path.join(home.repository, 'result.txt'))).toBe(false);
    expect(new Set(attempts.map(({ commit }) => commit)).size).toBe(3);

    expect(await home.merge(daemon, runId)).toMatchObject({
      outcome: 'run_merged',
      baseBranch: 'main',
    });
    expect(readFileSync(path.join(home.repository, 'result.txt'), 'utf8')).toBe('fixed\n');
    expect(git(home.repository, 'status', '--porcelain')).toBe('');
    expect(existsSync(workFolder)).toBe(false);
    expect(git(home.repository, 'branch', '--list', 'fleetboard/*')).toBe('');
    expect((await home.details(daemon, runId)).card).toMatchObject({
      status: 'merged',
      state: 'done',
    });
  });
});
