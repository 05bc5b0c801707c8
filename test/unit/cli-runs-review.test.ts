import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removalPreviewSchema } from '../../shared/review.ts';
import { type At, COMMAND_LINE_TEST_MS, run, serveDaemon, to } from '../helpers/command-line.ts';
import { CommandedHome } from '../helpers/commanded-home.ts';
import { freePort } from '../helpers/free-port.ts';
import { git } from '../helpers/git-repository.ts';
import { commitAll, write } from '../helpers/run-repository.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

vi.setConfig({ testTimeout: COMMAND_LINE_TEST_MS, hookTimeout: COMMAND_LINE_TEST_MS });

let home: CommandedHome;
let opened: string;
beforeAll(async () => {
  const noted = temporaryFolder('cli-runs-editor');
  opened = path.join(noted.path, 'opened');
  removeNoted = noted.remove;
  const note = `require('fs').writeFileSync(process.argv[1], process.argv[2])`;
  const editor = { command: process.execPath, args: ['-e', note, opened] };
  home = await CommandedHome.serve({}, { editor });
});
let removeNoted = () => {};
afterAll(async () => {
  await home.close();
  removeNoted();
});

const head = () => git(home.repository, 'rev-parse', 'HEAD');

describe('run merge', () => {
  it('tells every file in conflict and touches nothing', async () => {
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
    const id = await home.passed(`for f in ${names.join(' ')}; do echo theirs > $f; done`);
    write(home.repository, Object.fromEntries(names.map((name) => [name, 'ours\n'])));
    const before = commitAll(home.repository, 'Ours');
    const { code, value } = await home.json('run', 'merge', id);
    expect(code).toBe(3);
    expect(value).toMatchObject({
      outcome: 'git_refused',
      problem: { code: 'conflict', files: names },
      message: expect.stringContaining('a.txt'),
    });
    const words = await home.run('merge', id);
    expect(words).toMatchObject({ code: 3, stdout: '' });
    for (const name of names) expect(words.stderr).toContain(`\n  ${name}\n`);
    expect(head()).toBe(before);
    expect(git(home.repository, 'status', '--porcelain')).toBe('');
    expect((await home.details(id)).card.status).toBe('ended');
  });

  it('refuses a dirty base, and one hook that fails, with what the hook said', async () => {
    const id = await home.passed('echo new > dirty.txt');
    write(home.repository, { 'README.md': 'not committed\n' });
    const dirty = await home.json('run', 'merge', id);
    expect(dirty).toMatchObject({
      code: 3,
      value: { outcome: 'git_refused', problem: { code: 'dirty_base', files: ['README.md'] } },
    });
    git(home.repository, 'checkout', '--quiet', 'README.md');
    const hook = path.join(home.repository, '.git', 'hooks', 'commit-msg');
    writeFileSync(hook, '#!/bin/sh\necho "no ticket in the message" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const before = head();
    const refused = await home.run('merge', id, '--method', 'squash');
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('no ticket in the message');
    expect(head()).toBe(before);
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    const squashed = await home.run('merge', id, '--method', 'squash');
    expect(squashed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Merged into main/) });
    expect(git(home.repository, 'rev-parse', 'HEAD^')).toBe(before);
  });

  it('has a word for a run that is not there yet, and for one without changes', async () => {
    const working = await home.start('command', 'true', 'sleep 600');
    expect(await home.json('run', 'merge', working)).toMatchObject({
      code: 3,
      value: { outcome: 'run_not_ready', status: 'working', endReason: null },
    });
    expect((await home.run('stop', working)).stdout).toMatch(/^Stopped\. /);
    await home.until(working, ({ card }) => card.endReason === 'stopped');
    expect(await home.json('run', 'stop', working)).toMatchObject({
      code: 3,
      value: { outcome: 'run_not_ready', status: 'ended', endReason: 'stopped' },
    });
    expect(await home.json('run', 'merge', working)).toMatchObject({
      code: 3,
      value: { outcome: 'git_refused', problem: { code: 'nothing_to_merge' } },
    });
    // Nothing would be lost.
    expect(await home.json('run', 'discard', working)).toMatchObject({
      code: 0,
      value: { outcome: 'run_discarded' },
    });
    expect(await home.json('run', 'discard', working)).toMatchObject({
      code: 3,
      value: { outcome: 'run_not_ready', status: 'discarded' },
    });
  });
});

describe('run discard', () => {
  it('shows what would be lost and removes it only with --force', async () => {
    const id = await home.passed('echo kept > kept.txt');
    const { workFolder, card } = await home.details(id);
    write(workFolder, { 'notes.txt': 'by hand\n' });
    const { code, value } = await home.json('run', 'discard', id);
    expect(code).toBe(3);
    expect(value).toMatchObject({
      outcome: 'would_lose_work',
      message: expect.stringContaining('1 uncommitted file and 1 commit'),
      nextStep: expect.stringContaining('--force'),
    });
    const { preview } = value as { preview: unknown };
    expect(removalPreviewSchema.parse(preview)).toMatchObject({
      uncommitted: [{ path: 'notes.txt', status: '??' }],
      commits: [{ subject: expect.stringContaining('echo kept') }],
    });
    const words = await home.run('discard', id);
    expect(words).toMatchObject({ code: 3, stdout: '' });
    expect(words.stderr).toMatch(/\n {2}\?\? notes\.txt\n {2}\w{12} echo kept/);
    expect(existsSync(workFolder)).toBe(true);

    const forced = await home.run('discard', id, '--force');
    expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('Discarded.') });
    expect(existsSync(workFolder)).toBe(false);
    expect(git(home.repository, 'branch', '--list', card.branch)).toBe('');
  });
});

describe('run changes', () => {
  it("makes a person's words the next attempt's", async () => {
    const id = await home.passed('echo first > first.txt');
    const asked = await home.json('run', 'changes', id, '--', 'Call it second');
    expect(asked).toMatchObject({ code: 0, value: { outcome: 'attempt_planned', ordinal: 2 } });
    const { attempts } = await home.until(
      id,
      ({ card }) => card.status === 'ended' && card.attempts.length === 2,
    );
    expect(attempts[1]).toMatchObject({
      because: 'changes_requested',
      prompt: expect.stringContaining('Call it second'),
    });
    expect((await home.run('show', id)).stdout).toContain('0 of at most 5 failed since attempt 2');
    const piped = await home.ran(['run', 'changes', id, '-', '--json'], { input: ' \n' });
    expect(piped.code).toBe(3);
    expect(JSON.parse(piped.stdout)).toMatchObject({
      outcome: 'refused',
      problems: [{ field: 'words', found: 'nothing' }],
    });
  });

  it('are refused while a run works', async () => {
    const id = await home.start('command', 'true', 'sleep 600');
    expect(await home.json('run', 'changes', id, '--', 'Faster')).toMatchObject({
      code: 3,
      value: { outcome: 'run_not_ready', status: 'working' },
    });
    await home.run('stop', id);
  });
});

describe('run open', () => {
  it('opens the folder of the run in the configured editor', async () => {
    const id = await home.passed('true');
    const { workFolder } = await home.details(id);
    const { code, stdout } = await home.run('open', id);
    expect(stdout).toBe(`Opened with ${process.execPath}.\n`);
    expect(code).toBe(0);
    await vi.waitFor(() => expect(readFileSync(opened, 'utf8')).toBe(workFolder), 30_000);
    await home.run('discard', id);
    expect(await home.json('run', 'open', id)).toMatchObject({
      code: 3,
      value: { outcome: 'editor_failed', message: expect.stringContaining('no longer there') },
    });
  });
});

describe("another daemon's run", () => {
  it('is refused with its address, and done there when asked to', async () => {
    const id = await home.passed('echo elsewhere > elsewhere.txt');
    const other: At = { home: home.at.home, port: await freePort() };
    const daemon = await serveDaemon(other);
    const owner = `127.0.0.1:${home.at.port}`;
    const there = (...args: string[]) => run([...to(other), 'run', ...args, '--json']);
    try {
      for (const args of [
        ['merge', id],
        ['discard', id, '--force'],
        ['stop', id],
        ['changes', id, '--', 'x'],
      ]) {
        const { code, stdout } = await run([...to(other), '--json', 'run', ...args]);
        expect(JSON.parse(stdout)).toMatchObject({ outcome: 'not_owner', ownerDaemon: owner });
        expect(code).toBe(3);
      }
      const listed = await run([...to(other), 'run', 'list']);
      expect(listed.stdout).toMatch(new RegExp(`OWNER.*\n(.*\n)*${id.slice(0, 8)} .* ${owner} `));
      const merged = await there('merge', id, '--there');
      expect(JSON.parse(merged.stdout)).toMatchObject({ outcome: 'run_merged' });
      expect(merged.code).toBe(0);
    } finally {
      await daemon.end('SIGTERM');
    }
  });
});
