import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { reviewDiffSchema } from '../../shared/review.ts';
import { runCardSchema, runDetailsSchema } from '../../shared/runs.ts';
import { COMMAND_LINE_TEST_MS, type Ran } from '../helpers/command-line.ts';
import { CommandedHome } from '../helpers/commanded-home.ts';
import { git } from '../helpers/git-repository.ts';
import { workerProcessesOf } from '../helpers/processes.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

const { card: _card, ...rest } = runDetailsSchema.shape;
const runInFullSchema = runCardSchema.extend(rest);

/** Gets there at its second attempt. */
const GOAL = 'printf x >> tries; test $(wc -c < tries) -ge 2 && touch done; true';
const CHECK = 'test -f done || { echo "no file done"; exit 3; }';

let home: CommandedHome;
beforeAll(async () => {
  home = await CommandedHome.serve();
});
afterAll(async () => {
  await home.close();
  expect(workerProcessesOf(home.at.home)).toEqual([]);
});

describe('a whole loop from the command line', () => {
  let waited: Ran;
  let id: string;
  let short: string;
  beforeAll(async () => {
    const options = ['--goal', GOAL, '--agent', 'command', '--check', CHECK];
    waited = await home.run('start', ...options, '--max-cost', '5', '--wait');
    id = waited.stdout.trim();
    short = id.slice(0, 8);
  });

  it('is waited for, and told as it goes', () => {
    expect(z.uuid().safeParse(id).success).toBe(true);
    expect(waited.code).toBe(0);
    expect(waited.stderr.trim().split('\n')).toEqual([
      'Attempt 1 begins for the goal.',
      'Attempt 1: check failed, exit 3.',
      'Attempt 2 begins after a failed check.',
      'Attempt 2: passed.',
      'Passed. Its check passed.',
    ]);
  });

  it('is shown as JSON, by the beginning of its id', async () => {
    const shown = await home.json('run', 'show', short);
    expect(shown.code).toBe(0);
    const run = runInFullSchema.parse(shown.value);
    expect(run).toMatchObject({
      ...{ id, status: 'ended', endReason: 'passed', goal: GOAL, check: CHECK, baseBranch: 'main' },
      limits: { maxAttempts: 5, maxMs: 3_600_000, maxCost: 5 },
      ...{ folder: home.repository, profile: 'careful', hasWork: true },
    });
    expect(
      run.attempts.map(({ ordinal, outcome, checkExitCode }) => [ordinal, outcome, checkExitCode]),
    ).toEqual([
      [1, 'check_failed', 3],
      [2, 'passed', 0],
    ]);
    expect(new Set(run.attempts.map(({ taskId }) => taskId)).size).toBe(2);
  });

  it('is shown in words, with its history when asked', async () => {
    const words = (await home.run('show', short, '--history')).stdout;
    expect(words).toContain(`${id}  passed  Its check passed.`);
    expect(words).toContain('2 so far; 1 of at most 5 failed');
    expect(words).toMatch(/Worked +(\d+m )?\d+s of 1h/);
    expect(words).toMatch(/1 +check failed +\d+s +exit 3 +\w{8} +for the goal/);
    expect(words).toMatch(/2 +passed +\d+s +exit 0 +\w{8} +after a failed check/);
    expect(words).toMatch(/Started +\S+ +Started\./);
    expect((await home.run('show', short)).stdout).not.toContain('History');
  });

  it("shows an attempt's prompt and the output of its check to the last byte", async () => {
    expect((await home.run('show', id, '--output', '1')).stdout).toBe('no file done');
    const second = (await home.run('show', id, '--prompt', '2')).stdout;
    expect(second).toBe((await home.details(id)).attempts[1]?.prompt);
    expect(second).toContain('no file done');
    const asJson = await home.json('run', 'show', id, '--prompt', '1');
    expect(asJson).toEqual({ code: 0, value: { ordinal: 1, prompt: GOAL } });
  });

  it('is listed', async () => {
    const listed = z.array(runCardSchema).parse((await home.json('run', 'list')).value);
    expect(listed.map((card) => card.id)).toEqual([id]);
    expect((await home.run('list')).stdout).toMatch(
      new RegExp(`^ID +STATE +ATTEMPTS.*GOAL\n${short} +passed +2 .*shop +main +printf x`),
    );
  });

  it('has a diff that git applies, and one of each attempt', async () => {
    const { branch } = (await home.details(id)).card;
    const patch = path.join(home.loops.folder, 'run.patch');
    writeFileSync(patch, (await home.run('diff', short)).stdout);
    git(home.repository, 'apply', '--index', patch);
    const applied = git(home.repository, 'write-tree');
    git(home.repository, 'reset', '--quiet', '--hard');
    expect(applied).toBe(git(home.repository, 'rev-parse', `${branch}^{tree}`));
    const last = await home.json('run', 'diff', short, '--attempt', '2');
    const { files } = reviewDiffSchema.parse(last.value);
    expect(files.map(({ path: name, status }) => [name, status])).toEqual([
      ['done', 'added'],
      ['tries', 'modified'],
    ]);
  });

  it('is merged, and the base has what it made', async () => {
    const { workFolder } = await home.details(id);
    const merged = await home.json('run', 'merge', short, '--message', 'Try twice');
    expect(merged).toMatchObject({
      code: 0,
      value: { outcome: 'run_merged', baseBranch: 'main', message: expect.any(String) },
    });
    expect(readFileSync(path.join(home.repository, 'tries'), 'utf8')).toBe('xx');
    expect(existsSync(path.join(home.repository, 'done'))).toBe(true);
    expect(git(home.repository, 'log', '-1', '--format=%s')).toBe('Try twice');
    expect(existsSync(workFolder)).toBe(false);
    expect((await home.details(id)).card.status).toBe('merged');
  });
});

describe('run start', () => {
  it('takes the goal from standard input, or after "--", and prints the id', async () => {
    const options = ['run', 'start', '--agent', 'command', '--check', 'true', '--json'];
    const piped = await home.ran([...options, '-'], { input: 'echo one > one\n' });
    expect(piped.code).toBe(0);
    const { id } = z.object({ id: z.uuid() }).parse(JSON.parse(piped.stdout));
    expect(await home.details(id)).toMatchObject({ goal: 'echo one > one\n' });
    const after = await home.ran([...options, '--', 'echo', '--json', 'x']);
    const { id: other } = z.object({ id: z.uuid() }).parse(JSON.parse(after.stdout));
    expect(await home.details(other)).toMatchObject({ goal: 'echo --json x' });
  });

  it('takes a folder of the repository, a base and limits', async () => {
    mkdirSync(path.join(home.repository, 'packages'), { recursive: true });
    git(home.repository, 'branch', 'release');
    const id = await home.start(
      ...(['command', 'true', 'true', '--repo', './packages', '--base', 'release'] as const),
      ...['--profile', 'standard', '--max-attempts', '2', '--max-minutes', '1.5'],
    );
    expect((await home.details(id)).card).toMatchObject({
      baseBranch: 'release',
      profile: 'standard',
      limits: { maxAttempts: 2, maxMs: 90_000, maxCost: null },
    });
    const endless = await home.start('command', 'true', 'true', '--max-minutes', 'none');
    expect((await home.details(endless)).card.limits.maxMs).toBe(null);
  });

  it('exits with 1 when the run it waited for did not pass, and prints what show prints', async () => {
    const options = ['--agent', 'command', '--check', 'exit 4', '--max-attempts', '1', '--wait'];
    const { code, value } = await home.json('run', 'start', ...options, '--', 'true');
    expect(code).toBe(1);
    expect(runInFullSchema.parse(value)).toMatchObject({
      status: 'ended',
      endReason: 'exhausted',
      attempts: [{ ordinal: 1, outcome: 'check_failed', checkExitCode: 4 }],
    });
  });

  it.each([
    [['--agent', 'nobody'], 'agent', '"nobody"'],
    [['--check', ''], 'check', 'nothing'],
    [['--repo', './gone'], 'folder', 'gone", which does not exist'],
    [['--repo', '/'], 'folder', 'repository'],
    [['--base', 'gone'], 'base', 'gone'],
    [['--profile', 'reckless'], 'profile', '"reckless"'],
    [['--max-attempts', '2.5'], 'maxAttempts', '2.5'],
    [['--max-attempts', '0'], 'maxAttempts', '0'],
    [['--max-minutes', '-1'], 'maxMinutes', '-1'],
    [['--max-cost', '0'], 'maxCost', '0'],
    [['--goal', ' '], 'goal', 'nothing'],
  ])('%j is refused by field', async (args, field, found) => {
    const options = ['--agent', 'command', '--check', 'true', '--goal', 'true', ...args];
    const { code, value } = await home.json('run', 'start', ...options);
    expect(value).toMatchObject({
      outcome: 'refused',
      problems: [{ field, found: expect.stringContaining(found), expected: expect.any(String) }],
      message: expect.stringContaining(found),
    });
    expect(code).toBe(3);
  });
});

describe('attempts and texts that are not there', () => {
  it('are refused by what there is', async () => {
    const id = await home.start('command', 'true', 'sleep 600');
    for (const args of [
      ['show', id, '--prompt', '2'],
      ['show', id, '--output', '2'],
      ['diff', id, '--attempt', '2'],
    ]) {
      const { code, stdout, stderr } = await home.run(...args);
      expect(stderr).toBe('The run has no attempt 2: it has made 1 so far.\n');
      expect(stdout).toBe('');
      expect(code).toBe(3);
    }
    expect(await home.json('run', 'show', id, '--output', '1')).toMatchObject({
      code: 3,
      value: { outcome: 'not_checked', message: 'The check of attempt 1 has not run.' },
    });
    await home.run('stop', id);
  });
});
