import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CalledDaemon } from '../helpers/called-daemon.ts';
import { git } from '../helpers/git-repository.ts';
import { LoopHome } from '../helpers/loop-home.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

vi.setConfig({ testTimeout: 90_000 });

let home: LoopHome;
let daemon: CalledDaemon;
async function begin(...parameters: ConstructorParameters<typeof LoopHome>): Promise<void> {
  home = new LoopHome(...parameters);
  daemon = await home.daemon();
}
afterEach(async () => {
  await home.close();
  expect(workerProcessesOf(home.home)).toEqual([]);
});

const sessions = () =>
  home.rows<{ state: string }>("SELECT state FROM sessions WHERE state <> 'ended'").length;

describe('a run ends', () => {
  it('as stalled when the same check fails twice and nothing has changed', async () => {
    await begin({ lazy: ['same'] });
    const runId = await home.start(daemon, { agent: 'lazy' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card).toMatchObject({ endReason: 'stalled', state: 'blocked', hasWork: false });
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['check_failed', 'check_failed']);
    await vi.waitFor(() => expect(sessions()).toBe(0), { timeout: 20_000 });
  });

  it('as exhausted when all attempts were made; what was left is committed attempt by attempt', async () => {
    await begin();
    const runId = await home.start(daemon, { goal: 'echo x >> tries', maxAttempts: 3 });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card).toMatchObject({ endReason: 'exhausted', state: 'blocked', hasWork: true });
    expect(attempts).toHaveLength(3);
    const commits = attempts.map(({ commit }) => commit ?? '');
    expect(commits.map((commit) => git(home.repository, 'show', `${commit}:tries`))).toEqual([
      'x',
      'x\nx',
      'x\nx\nx',
    ]);
    expect(git(home.repository, 'log', '-1', '--format=%s', commits[0] ?? '')).toBe(
      'echo x >> tries',
    );
    // The check's output is in the next prompt, where the shell does not run it.
    expect(attempts[1]?.prompt).toMatch(/^echo x >> tries\n\n# Attempt 1 .*\n(#.*\n)*# not fixed/);
    const diff = await daemon.call('run.diff', { runId, ordinal: 2 });
    expect(diff).toMatchObject({
      outcome: 'found',
      diff: { files: [{ path: 'tries', additions: 1 }] },
    });
    const whole = await daemon.call('run.diff', { runId, ordinal: null });
    expect(whole).toMatchObject({
      outcome: 'found',
      diff: { files: [{ path: 'tries', additions: 3 }] },
    });
  });

  it('as timed out in the middle of an attempt, whose work is kept', async () => {
    await begin();
    const runId = await home.start(daemon, {
      goal: 'echo begun > begun; sleep 600',
      maxMinutes: 0.03,
    });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card).toMatchObject({ endReason: 'timed_out', hasWork: true });
    expect(attempts).toMatchObject([{ outcome: 'cancelled' }]);
    expect(git(home.repository, 'show', `${attempts[0]?.commit}:begun`)).toBe('begun');
  });

  it('as timed out in a check that does not end', async () => {
    await begin();
    const runId = await home.start(daemon, {
      goal: 'true',
      check: 'echo waits; sleep 600',
      maxMinutes: 0.03,
    });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('timed_out');
    expect(attempts).toMatchObject([{ outcome: 'check_failed', checkExitCode: null }]);
    expect(attempts[0]?.checkOutput).toMatch(/^waits\nEnded after/);
  });

  it('as over budget when its agent says that it cost too much', async () => {
    await begin({ dear: ['fix=9', 'cost=2'] });
    const runId = await home.start(daemon, { agent: 'dear', maxCost: 3, maxAttempts: 9 });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('over_budget');
    expect(attempts.map(({ cost }) => cost)).toEqual([
      { amount: 2, currency: 'EUR' },
      { amount: 2, currency: 'EUR' },
    ]);
    expect(card.cost).toEqual({ amount: 4, currency: 'EUR' });
  });

  it('as failed to start, at once where trying again cannot help', async () => {
    await begin({}, {});
    writeFileSync(
      path.join(home.home, 'config.json'),
      JSON.stringify({ agents: { gone: { protocol: 'acp', command: '/nowhere/agent' } } }),
    );
    await vi.waitFor(async () => {
      const { agents } = await daemon.call('catalog.read', {});
      expect(agents.map(({ id }) => id)).toContain('gone');
    });
    const runId = await home.start(daemon, { agent: 'gone' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card).toMatchObject({ endReason: 'failed_to_start', state: 'failed' });
    expect(card.endDetail).toContain('/nowhere/agent');
    expect(attempts).toMatchObject([{ outcome: 'never_ran', error: { code: 'agent_not_found' } }]);
  });

  it.each([
    ['while its agent works', 'echo begun > begun; sleep 600', 'true'],
    ['while its check runs', 'echo begun > begun', 'sleep 600'],
  ])('as stopped by a person %s', async (when, goal, check) => {
    await begin();
    const runId = await home.start(daemon, { goal, check });
    await home.until(daemon, runId, ({ attempts: [attempt] }) =>
      when === 'while its check runs' ? attempt?.phase === 'settled' : attempt?.state === 'working',
    );
    const worktree = (await home.details(daemon, runId)).workFolder;
    await vi.waitFor(() => expect(existsSync(path.join(worktree, 'begun'))).toBe(true), {
      timeout: 20_000,
    });
    expect(await daemon.call('run.stop', { runId })).toEqual({ outcome: 'run_stopping' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card).toMatchObject({ endReason: 'stopped', state: 'cancelled', hasWork: true });
    expect(attempts).toMatchObject([{ outcome: 'cancelled' }]);
    expect(await daemon.call('run.stop', { runId })).toMatchObject({
      outcome: 'run_not_ready',
      status: 'ended',
      endReason: 'stopped',
    });
  });

  it('as merged when somebody merges it by hand', async () => {
    await begin();
    const runId = await home.start(daemon, { goal: 'echo fixed > result.txt' });
    const { card } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('passed');
    git(home.repository, 'merge', '--quiet', '--squash', card.branch);
    git(home.repository, 'commit', '--quiet', '-m', 'By hand');
    // Looking at it is enough.
    await daemon.call('run.predictMerge', { runId });
    const merged = await home.until(daemon, runId, ({ status }) => status === 'merged');
    expect(merged.card).toMatchObject({ state: 'done', mergedCommit: null });
    await vi.waitFor(() => expect(existsSync(merged.workFolder)).toBe(false), { timeout: 20_000 });
  });
});

describe('a run that has ended', () => {
  it('goes on with the words of a person and comments on lines', async () => {
    await begin({ mender: ['fix=2'] });
    const runId = await home.start(daemon, { agent: 'mender', maxAttempts: 1 });
    expect((await home.ended(daemon, runId)).card.endReason).toBe('exhausted');
    expect(
      await daemon.call('run.requestChanges', { runId, words: ' ', comments: [] }),
    ).toMatchObject({
      outcome: 'refused',
      problems: [{ field: 'words' }],
    });
    const comments = [{ path: 'result.txt', side: 'new' as const, line: 1, text: 'Say "fixed".' }];
    expect(
      await daemon.call('run.requestChanges', { runId, words: 'Try harder.', comments }),
    ).toEqual({
      outcome: 'attempt_planned',
      ordinal: 2,
    });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('passed');
    expect(attempts[1]).toMatchObject({ because: 'changes_requested', outcome: 'passed' });
    expect(attempts[1]?.prompt).toContain('Try harder.');
    expect(attempts[1]?.prompt).toContain('- result.txt, line 1: Say "fixed".');
  });

  it('is discarded with what was shown, and with nothing beyond it', async () => {
    await begin();
    const runId = await home.start(daemon, { goal: 'echo fixed > result.txt' });
    const { workFolder, card } = await home.ended(daemon, runId);
    const shown = await daemon.call('run.previewDiscard', { runId });
    if (shown.outcome !== 'found') throw new Error(JSON.stringify(shown));
    const { headCommit, branchCommit, uncommittedDigest, commits } = shown.preview;
    expect(commits).toHaveLength(1);
    const seen = { headCommit, branchCommit, uncommittedDigest };
    writeFileSync(path.join(workFolder, 'new.txt'), 'mine\n');
    expect(await daemon.call('run.discard', { runId, seen })).toMatchObject({
      outcome: 'git_refused',
      problem: { code: 'changed_since' },
    });
    expect(readFileSync(path.join(workFolder, 'new.txt'), 'utf8')).toBe('mine\n');
    const again = await daemon.call('run.previewDiscard', { runId });
    if (again.outcome !== 'found') throw new Error(JSON.stringify(again));
    const { preview } = again;
    expect(
      await daemon.call('run.discard', {
        runId,
        seen: {
          headCommit: preview.headCommit,
          branchCommit: preview.branchCommit,
          uncommittedDigest: preview.uncommittedDigest,
        },
      }),
    ).toEqual({ outcome: 'run_discarded' });
    expect(existsSync(workFolder)).toBe(false);
    expect(git(home.repository, 'branch', '--list', card.branch)).toBe('');
  });
});

describe('a new worktree', () => {
  it('is set up once by the command of its project', async () => {
    const setUp = 'echo set up >> $FLEETBOARD_RUN.log; mv $FLEETBOARD_RUN.log ../../../setups.log';
    home = new LoopHome();
    writeFileSync(
      path.join(home.home, 'config.json'),
      JSON.stringify({ projects: { [home.repository]: { setUp } } }),
    );
    daemon = await home.daemon();
    const runId = await home.start(daemon, { goal: 'echo x >> tries', maxAttempts: 2 });
    const { card, history } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('exhausted');
    expect(readFileSync(path.join(home.home, 'setups.log'), 'utf8')).toBe('set up\n');
    expect(history.filter(({ action }) => action === 'run.set_up')).toHaveLength(1);
  });

  it('whose set-up fails starts no agent, and says what was printed', async () => {
    home = new LoopHome();
    writeFileSync(
      path.join(home.home, 'config.json'),
      JSON.stringify({ projects: { [home.repository]: { setUp: 'echo no network; exit 7' } } }),
    );
    daemon = await home.daemon();
    const runId = await home.start(daemon, { goal: 'touch ran' });
    const { card, attempts } = await home.ended(daemon, runId);
    expect(card.endReason).toBe('failed_to_start');
    expect(attempts).toMatchObject([{ outcome: 'never_ran', error: { code: 'set_up_failed' } }]);
    expect(card.endDetail).toContain('exit code 7. no network');
  });
});

describe('a run that cannot be started', () => {
  it('names each field that is wrong', async () => {
    await begin();
    const wrong = home.input({
      goal: ' ',
      agent: 'nobody',
      profile: 'nothing',
      folder: '/nowhere',
      base: '',
      check: '',
      maxAttempts: 0,
      maxMinutes: -1,
      maxCost: 0,
    });
    const refused = await daemon.call('run.start', wrong);
    if (refused.outcome !== 'refused') throw new Error(JSON.stringify(refused));
    expect(refused.problems.map(({ field }) => field)).toEqual([
      'agent',
      'profile',
      'folder',
      'goal',
      'check',
      'base',
      'maxAttempts',
      'maxMinutes',
      'maxCost',
    ]);
    const base = await daemon.call('run.start', home.input({ base: 'no-such-branch' }));
    expect(base).toMatchObject({ outcome: 'refused', problems: [{ field: 'base' }] });
    const noGit = await daemon.call('run.start', home.input({ folder: home.folder }));
    expect(noGit).toMatchObject({ outcome: 'refused', problems: [{ field: 'folder' }] });
    expect((await daemon.call('run.list', { limit: 10 })).runs).toEqual([]);
  });
});
